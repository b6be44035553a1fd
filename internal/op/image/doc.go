// Package image owns the entries of the image operators `image.…`: resizing,
// cropping, morphological dilation and sampling by a grid.
//
// Read ops.go first.
package image
