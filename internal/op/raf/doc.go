// Package raf reads calls of RAF, the compiler for training that extends Relay (its
// forerunner is Meta, whose operators begin with `mnm.op.`).
//
// A call of RAF has its attributes by place, `raf.op.softmax(%x, int64(-1))`, where Frac
// has them by name. A schema lists the places of each operator. An operator that Frac has
// too is read as that one; the others (gradients, communication, streams, optimizers, the
// virtual machine) have entries here: types, and no kernels.
//
// The schemas and the rules of types are facts of RAF's sources (scripts/src_codegen,
// src/op/ty). Read read.go first, then table.go.
package raf
