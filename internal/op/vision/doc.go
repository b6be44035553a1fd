// Package vision owns the entries of the operators `vision.…` for object
// detection: anchor boxes, suppression of overlapping boxes, pooling of
// regions.
//
// Read ops.go first.
package vision
