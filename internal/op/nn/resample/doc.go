// Package resample resizes arrays along their spatial dimensions, for the
// operators nn.upsampling, image.resize2d and those like them.
//
// Read place.go first, then resize.go.
package resample
