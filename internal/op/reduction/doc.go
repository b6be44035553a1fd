// Package reduction owns the operators that combine the elements along axes:
// sums and products, greatest and least, means and variances, the order of
// elements (sorting, the k greatest, different values), and batch_norm, which is
// made of means.
//
// How a sum is bracketed depends on the shape alone, so that results are the same
// on any number of cores. Read reduce.go first.
package reduction
