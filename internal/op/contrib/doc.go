// Package contrib owns the entries of the operators `contrib.…` for
// accelerators: those of the Arm Ethos-U NPU.
//
// Read ops.go first, then featuremap.go: an operator reads an input feature
// map (ifm) and writes an output feature map (ofm), each in the layout NHWC or
// NHCWB16, which keeps channels in bricks of 16.
package contrib
