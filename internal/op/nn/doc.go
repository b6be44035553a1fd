// Package nn owns the entries of the neural network operators `nn.…`: their
// attributes, type relations and kernels. The relations agree with TVM 0.18,
// whose verdicts stand beside them in the tests; what TVM lets through and
// cannot be meant gets a warning. The kernels agree with
// tools/reference/nn_reference.py, which computes the operators from their
// definitions.
//
// Read ops.go first, then conv.go and conv_kernel.go. What the relations share
// is in op/relate, what the kernels share in op/buffer, and resizing in
// op/nn/resample.
package nn
