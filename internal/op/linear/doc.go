// Package linear owns products of matrices, sums of products after Einstein's
// convention, and Fourier transforms.
//
// Products are computed by package value/matrix. Read einsum.go and
// matmul_kernel.go first.
package linear
