#!/usr/bin/python3
"""The same work in PyTorch, for the comparisons in docs/speed.md. Debian's python3-torch is enough.

    torch_peer.py infer [N ...]                     the self-attention module of Table 4 (fp32, batch 1, hidden 768, 8 heads), full attention, 1 thread
    torch_peer.py train image|listops|bert [BATCH]  forward, backward and AdamW of full attention, 2 threads: tokens/s
    torch_peer.py text [BATCH]                      the small Text model, every review padded to 4,096: sequences/s

    --fused         scaled_dot_product_attention (PyTorch 2) in place of softmax(Q K^T) V; its fused CPU kernel has no dropout
    --dropout P     of everything, in training (default 0.1)
    --bf16          autocast

Medians of 5 (infer: 5 passes; train: 5 steps) after one to warm up. Run it without OPENBLAS_CORETYPE in the environment."""
import argparse
import os
import statistics
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # set_num_threads does not reach an OpenBLAS of its own threads, which would take every core
import torch
from torch import nn
from torch.nn import functional as F


class Attention(nn.Module):
    def __init__(self, dim, heads, dropout=0.0):
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.q, self.k, self.v, self.o = (nn.Linear(dim, dim) for _ in range(4))

    def forward(self, x):
        b, n, c = x.shape
        p = self.dropout if self.training else 0.0
        q, k, v = (f(x).view(b, n, self.heads, c // self.heads).transpose(1, 2) for f in (self.q, self.k, self.v))
        if args.fused:
            y = F.scaled_dot_product_attention(q, k, v, dropout_p=p)
        else:
            y = F.dropout(torch.softmax(q @ k.transpose(-2, -1) * (c // self.heads) ** -0.5, -1), p) @ v
        return self.o(y.transpose(1, 2).reshape(b, n, c))


class Block(nn.Module):
    def __init__(self, dim, heads, mlp, dropout):
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.a, self.f1, self.f2, self.dropout = Attention(dim, heads, dropout), nn.Linear(dim, mlp), nn.Linear(mlp, dim), dropout

    def forward(self, x):
        x = x + F.dropout(self.a(self.n1(x)), self.dropout, self.training)
        return x + F.dropout(self.f2(F.dropout(F.gelu(self.f1(self.n2(x))), self.dropout, self.training)), self.dropout, self.training)


class Model(nn.Module):
    def __init__(self, vocab, n, dim, heads, mlp, layers, classes):
        super().__init__()
        self.e, self.p = nn.Embedding(vocab, dim), nn.Parameter(torch.randn(1, n, dim) * 0.02)
        self.b, self.n = nn.ModuleList(Block(dim, heads, mlp, args.dropout) for _ in range(layers)), nn.LayerNorm(dim)
        self.h = nn.Linear(dim, classes)

    def forward(self, ids, masked=None):
        x = self.e(ids) + self.p
        for b in self.b:
            x = b(x)
        x = self.n(x)
        return self.h(x.mean(1) if masked is None else x[:, masked])


# vocabulary, n, width, heads, feed-forward, layers, classes, batch: as in experiments/
SETTINGS = {
    "image": (256, 1024, 32, 1, 64, 1, 10, 8),
    "listops": (16, 2048, 64, 2, 128, 2, 10, 4),
    "bert": (30522, 512, 768, 12, 3072, 12, 30522, 1),
    "text": (256, 4096, 64, 2, 128, 2, 2, 4),
}


def median_seconds(fn, repeats=5):
    fn()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        fn()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def title():
    parts = [f"torch {torch.__version__}", "fused" if args.fused else "softmax(Q K^T) V", "bf16" if args.bf16 else "fp32"]
    return ", ".join(parts)


def autocast():
    return torch.autocast("cpu", torch.bfloat16, enabled=args.bf16)


def infer(lengths):
    torch.set_num_threads(1)
    a = Attention(768, 8).eval()
    with torch.no_grad(), autocast():
        for n in lengths:
            x = torch.randn(1, n, 768)
            print(f"{title()}, full attention, n = {n}: {1e3 * median_seconds(lambda: a(x)):.1f} ms", flush=True)


def train(name, batch):
    torch.set_num_threads(2)
    *shape, default = SETTINGS[name]
    vocab, n, classes, batch = shape[0], shape[1], shape[6], batch or default
    m = Model(*shape)
    opt = torch.optim.AdamW(m.parameters(), lr=1e-4)
    masked = torch.arange(0, n, 7) if name == "bert" else None  # one token in seven is predicted
    ids = torch.randint(vocab, (batch, n))
    target = torch.randint(classes, (batch,) if masked is None else (batch * len(masked),))

    def step():
        opt.zero_grad()
        with autocast():
            loss = F.cross_entropy(m(ids, masked).reshape(-1, classes), target)
        loss.backward()
        opt.step()

    t = median_seconds(step)
    print(f"{title()}, dropout {args.dropout:g}, {name}, batch {batch}, n = {n}: {batch * n / t:.0f} tokens/s, {batch / t:.2f} sequences/s", flush=True)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("what", choices=["infer", "train", "text"])
parser.add_argument("rest", nargs="*")
parser.add_argument("--fused", action="store_true")
parser.add_argument("--dropout", type=float, default=0.1)
parser.add_argument("--bf16", action="store_true")
args = parser.parse_intermixed_args()
if args.what == "infer":
    infer([int(n) for n in args.rest] or [1024, 2048, 4096, 8192])
else:
    name, *batch = args.rest or [""] if args.what == "train" else ["text", *args.rest]
    if name not in SETTINGS:
        parser.error(f"train {name}: image, listops or bert")
    train(name, int(batch[0]) if batch else 0)
