#!/usr/bin/python3
"""The self-attention module of Table 4 (batch 1, hidden 768, 8 heads) in ONNX Runtime, for the comparison in docs/speed.md: four dense layers and the
fused operator MultiHeadAttention, full attention, fp32. Debian's python3-onnx and python3-onnxruntime are enough.

    onnx_peer.py [--threads N] [N ...]      milliseconds, median of 5 passes after one to warm up, and the difference from softmax(Q K^T) V at n = 256
"""
import argparse
import statistics
import time

import numpy
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

C, H = 768, 8
rng = numpy.random.default_rng(1)
weight = {k: (rng.standard_normal((C, C)) / C**0.5).astype(numpy.float32) for k in "qkvo"}
bias = {k: (0.1 * rng.standard_normal(C)).astype(numpy.float32) for k in "qkvo"}


def dense(name, x, y):
    return [helper.make_node("MatMul", [x, "w" + name], ["p" + name]), helper.make_node("Add", ["p" + name, "b" + name], [y])]


def session(threads):
    nodes = dense("q", "x", "q") + dense("k", "x", "k") + dense("v", "x", "v")
    nodes.append(helper.make_node("MultiHeadAttention", ["q", "k", "v"], ["a"], domain="com.microsoft", num_heads=H))
    nodes += dense("o", "a", "y")
    data = [numpy_helper.from_array(t[k], n + k) for n, t in (("w", weight), ("b", bias)) for k in "qkvo"]
    io = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, "n", C]) for n in "xy"]
    graph = helper.make_graph(nodes, "attention", io[:1], io[1:], data)
    versions = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    model = helper.make_model(graph, opset_imports=versions, ir_version=8)
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def reference(x):
    q, k, v = ((x @ weight[n] + bias[n]).reshape(-1, H, C // H).transpose(1, 0, 2) for n in "qkv")
    s = q @ k.transpose(0, 2, 1) / (C // H) ** 0.5
    p = numpy.exp(s - s.max(-1, keepdims=True))
    return ((p / p.sum(-1, keepdims=True)) @ v).transpose(1, 0, 2).reshape(-1, C) @ weight["o"] + bias["o"]


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("n", nargs="*", type=int)
args = parser.parse_args()
run = session(args.threads)
x = rng.standard_normal((1, 256, C)).astype(numpy.float32)
y = run.run(None, {"x": x})[0][0]
print(f"onnxruntime {onnxruntime.__version__}, {args.threads} threads; largest difference from softmax(Q K^T) V: {abs(y - reference(x[0])).max():.1e}")
for n in args.n or [1024, 2048, 4096, 8192]:
    x = rng.standard_normal((1, n, C)).astype(numpy.float32)
    run.run(None, {"x": x})
    times = []
    for _ in range(5):
        start = time.perf_counter()
        run.run(None, {"x": x})
        times.append(time.perf_counter() - start)
    print(f"full attention, n = {n}: {1e3 * statistics.median(times):.1f} ms", flush=True)
