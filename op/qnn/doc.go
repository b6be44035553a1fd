// Package qnn owns the entries of the quantized operators `qnn.…`: an integer
// stands for scale · (integer - zero point), and scales and zero points are
// arguments beside the data. Their relations check those and leave the rest to
// the operators on tensors.
//
// Read ops.go first, then scale.go.
package qnn
