// Package raf reads calls of RAF, the compiler for training that extends Relay (its
// forerunner is Meta, whose operators begin with `mnm.op.`).
//
// A call of RAF has its attributes by place, `raf.op.softmax(%x, int64(-1))`, where Frac
// has them by name. A schema lists the places of each operator. An operator that Frac has
// too is read as that one; the others (gradients, communication, streams, optimizers, the
// virtual machine) have entries here: types, and no kernels.
//
//	read.go    a call of RAF as one of Frac: operands, attributes by name, the operator
//	table.go   the operators that Frac has too: the places of each, and what is converted
//	own.go     those that only RAF has
//	rules.go   the types of these, as relations
//
// A reading keeps the meaning: where RAF's default differs from Frac's, the attribute is written. A call of
// which an attribute is computed, and Frac has no operator that takes it as an operand, is read as an
// operator whose result is unknown, and not as one with a default. Operators with effects are Impure,
// and those that update operands say so (Rebinding), so that no pass moves or drops them.
//
// The schemas and the rules of types are facts of RAF's sources (scripts/src_codegen,
// src/op/ty). Nothing of a call is kept: schemas are computed once and shared by all calls.
package raf
