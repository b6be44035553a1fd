package onnx

import "strconv"

func text(k int) string { return strconv.Itoa(k) }
