// Package nn owns the entries of the neural network operators `nn.…`: their
// attributes and type relations. The relations agree with TVM 0.18, whose
// verdicts stand beside them in the tests; what TVM lets through and cannot be
// meant gets a warning.
//
// Read ops.go first, then conv.go. What the relations share is in
// op/nn/relate.
package nn
