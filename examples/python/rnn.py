# A recurrent net in FractalTensor's Python: `fraccheck check examples/python/rnn.py`.
from typing import NamedTuple

import kaleido
from kaleido import FractalTensor, Tensor
from kaleido import operations as ops

ctx = kaleido.Context()


@kaleido.params(ctx)
class Weights(NamedTuple):
    w: Tensor['8, 8', float, 'cpu']
    u: Tensor['8, 8', float, 'cpu']
    b: Tensor['1, 8', float, 'cpu']


@kaleido.function(ctx)
def cell(h: Tensor['1, 8', float, 'cpu'], x: Tensor['1, 8', float, 'cpu'],
         p: Weights) -> Tensor['1, 8', float, 'cpu']:
    return ops.tanh(x @ p.w + h @ p.u + p.b)


@kaleido.function(ctx)
def layer(xs: FractalTensor[Tensor['1, 8', float, 'cpu']],
          p: Weights) -> FractalTensor[Tensor['1, 8', float, 'cpu']]:
    return ops.scan(lambda h, x: cell(h, x, p), xs,
                    initializer=ops.zeros(shape=(1, 8), device='cpu'))
