#!/usr/bin/python3
"""A BERT of torch's own modules, named and shaped as Hugging Face's BertForMaskedLM, opens an exported folder and must find the numbers that
the program found. Usage: bert_torch.py FOLDER CHECK.json TOLERANCE; CHECK.json: {"ids", "types", "hidden", "logits"}, one list a sequence.
Debian's python3-torch is enough."""
import json
import math
import struct
import sys

import torch
from torch import nn

DTYPES = {"F32": torch.float32, "F64": torch.float64}


def read_safetensors(path):
    with open(path, "rb") as f:
        head = json.loads(f.read(struct.unpack("<Q", f.read(8))[0]))
        data = bytearray(f.read())
    assert head.pop("__metadata__")["format"] == "pt"
    out = {}
    for name, t in head.items():
        a, b = t["data_offsets"]
        out[name] = torch.frombuffer(data[a:b], dtype=DTYPES[t["dtype"]]).reshape(t["shape"])
    return out


class Embeddings(nn.Module):
    def __init__(self, c):
        super().__init__()
        C = c["hidden_size"]
        self.word_embeddings = nn.Embedding(c["vocab_size"], C, padding_idx=c["pad_token_id"])
        self.position_embeddings = nn.Embedding(c["max_position_embeddings"], C)
        self.token_type_embeddings = nn.Embedding(c["type_vocab_size"], C)
        self.LayerNorm = nn.LayerNorm(C, eps=c["layer_norm_eps"])

    def forward(self, ids, types):
        at = torch.arange(len(ids))
        return self.LayerNorm(self.word_embeddings(ids) + self.token_type_embeddings(types) + self.position_embeddings(at))


class SelfAttention(nn.Module):
    def __init__(self, c):
        super().__init__()
        C = c["hidden_size"]
        self.heads = c["num_attention_heads"]
        self.query, self.key, self.value = nn.Linear(C, C), nn.Linear(C, C), nn.Linear(C, C)

    def forward(self, x):
        def split(y):
            return y.view(len(x), self.heads, -1).transpose(0, 1)
        q, k, v = split(self.query(x)), split(self.key(x)), split(self.value(x))
        p = torch.softmax(q @ k.transpose(1, 2) / math.sqrt(q.shape[-1]), -1)
        return (p @ v).transpose(0, 1).reshape(len(x), -1)


class Output(nn.Module):  # of attention and of the feed-forward layer
    def __init__(self, c, width):
        super().__init__()
        self.dense = nn.Linear(width, c["hidden_size"])
        self.LayerNorm = nn.LayerNorm(c["hidden_size"], eps=c["layer_norm_eps"])

    def forward(self, y, x):
        return self.LayerNorm(self.dense(y) + x)


class Attention(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.self = SelfAttention(c)
        self.output = Output(c, c["hidden_size"])


class Intermediate(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.dense = nn.Linear(c["hidden_size"], c["intermediate_size"])


class Layer(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.attention, self.intermediate, self.output = Attention(c), Intermediate(c), Output(c, c["intermediate_size"])

    def forward(self, x):
        x = self.attention.output(self.attention.self(x), x)
        return self.output(nn.functional.gelu(self.intermediate.dense(x)), x)


class Encoder(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.layer = nn.ModuleList(Layer(c) for _ in range(c["num_hidden_layers"]))


class Bert(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.embeddings, self.encoder = Embeddings(c), Encoder(c)

    def forward(self, ids, types):
        x = self.embeddings(ids, types)
        for layer in self.encoder.layer:
            x = layer(x)
        return x


class Transform(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.dense = nn.Linear(c["hidden_size"], c["hidden_size"])
        self.LayerNorm = nn.LayerNorm(c["hidden_size"], eps=c["layer_norm_eps"])


class Predictions(nn.Module):  # the decoder's weights are the word embeddings
    def __init__(self, c):
        super().__init__()
        self.transform = Transform(c)
        self.bias = nn.Parameter(torch.zeros(c["vocab_size"]))

    def forward(self, x, words):
        return self.transform.LayerNorm(nn.functional.gelu(self.transform.dense(x))) @ words.T + self.bias


class Cls(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.predictions = Predictions(c)


class BertForMaskedLM(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.bert, self.cls = Bert(c), Cls(c)


def main(folder, check, tolerance):
    with open(folder + "/config.json") as f:
        config = json.load(f)
    assert config["model_type"] == "bert" and config["architectures"] == ["BertForMaskedLM"] and config["hidden_act"] == "gelu"
    with open(folder + "/vocab.txt") as f:
        words = f.read().split("\n")[:-1]
    assert len(words) == config["vocab_size"] and words[config["pad_token_id"]] == "[PAD]"
    weights = read_safetensors(folder + "/model.safetensors")
    model = BertForMaskedLM(config).to(next(iter(weights.values())).dtype).eval()
    model.load_state_dict(weights, strict=True)
    with open(check) as f:
        want = json.load(f)
    worst = 0
    with torch.no_grad():
        for ids, types, hidden, logits in zip(want["ids"], want["types"], want["hidden"], want["logits"]):
            x = model.bert(torch.tensor(ids), torch.tensor(types))
            y = model.cls.predictions(x, model.bert.embeddings.word_embeddings.weight)
            for ours, theirs in ((hidden, x), (logits, y)):
                ours = torch.tensor(ours, dtype=torch.float64)
                assert ours.shape == theirs.shape, (ours.shape, theirs.shape)
                worst = max(worst, (ours - theirs.double()).abs().max().item())
    if not worst <= tolerance:
        sys.exit(f"hidden states or logits differ by {worst:g}, more than {tolerance:g}")


main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
