// Package relate holds what the type relations of operators share: a
// Typing that collects what one call says (equations, warnings, the first
// error), arithmetic on extents as TVM folds it, layouts such as `NCHW4c`, and
// the attributes in common use.
//
// Read typing.go first, then extent.go and layout.go.
package relate
