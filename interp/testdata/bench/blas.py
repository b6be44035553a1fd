"""Prints the name of the processor that OpenBLAS has kernels for here, or nothing where NumPy
multiplies without it."""
import ctypes

import numpy as np

np.ones((2, 2)) @ np.ones((2, 2))
for line in open("/proc/self/maps"):
    path = line.split()[-1]
    if "openblas" in path:
        name = ctypes.CDLL(path).openblas_get_corename
        name.restype = ctypes.c_char_p
        print(name().decode())
        break
