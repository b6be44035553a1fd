// Package onnx makes programs of ONNX models. Each operator of ONNX is one entry: how it
// becomes calls of this language's operators, or why it is refused.
//
// In goes a model as package wire reads it. Out comes a model.Program: the graph as the definition
// @main, each function of the model as a definition for each combination of types it is called with,
// and the model's faults at its nodes and values. Package schema has the signatures of the operators
// in all versions, package model the builder that types each call as it is written.
//
// # Steps
//
//	reader.go    graphs: initializers, inputs, nodes in their order, outputs; what nothing reads
//	node.go      one node: its inputs, its schema, its entry, its outputs; attributes
//	entry.go     the table of entries
//	function.go  functions of the model
//	control.go   If, and graphs inside of nodes; loop.go Loop and Scan
//	typeof.go    types of the model as types of the language, and comparing both
//	message.go   the words of faults
//
// The entries are in files by what they compute: elementwise, arithmetic (common terms of several),
// linear, convolution, normalization, reduction, shape, slice, join, pad, resize, indexing, sequence,
// strings, quantization, recurrent, attention, linear_attention, vision, signal, loss, random,
// constant. computed_axes.go has what several do with axes that are known only in a run.
//
// # An entry
//
// A translation gets a node whose inputs have known types, and whose form the schema has checked: the
// number of inputs, their dtypes, the attributes. It writes calls and returns the values of the outputs.
// It ends in one of three ways:
//
//	values            the node computes them, for all inputs that the types allow
//	a fault (at, Failf)    every run of the node fails; the fault is at an input, or at the node
//	a refusal (refuse)     the language cannot express the node; it becomes an opaque call of the types
//	                       that the model declares, which cannot be run
//
// A call that was written after a fault is none, so that translations check faults only where they
// would read a shape that is not there.
//
// # What a program means
//
// It computes what ONNX's reference implementation computes, up to the rounding of floats; the order
// of operations is that of the function in the operator's specification where it has one. The node
// tests of ONNX hold the entries against it (nodes_test.go). Where a specification leaves a value open,
// the comment of the entry says what is taken.
//
// Known are, for all runs: ranks, extents that are numbers or formulas of the names that the model
// gives its extents, and the elements of short integer vectors that are computed from these. They
// decide between two translations of one operator: with attributes where its parameters are known,
// and with an operator of the family `dyn` where a run computes them. A declared type never decides:
// it is compared with the computed one, and a contradiction is a diagnostic (reader.claim).
//
// # Control flow
//
// An If becomes `if`, with blocks for the branches; the branch of a known condition is read alone.
// A Loop or a Scan becomes a recursive function, whose types of states are a least fixed point over
// the lattice of types, in which extents that differ join to `?` (loop.go). Bodies are read several
// times, in trials that are forgotten.
//
// # Budgets
//
// mostNodes of a graph, mostRepeated nodes in functions and inner graphs counted as often as they are
// read, mostCalls and mostGraphs of nesting, mostTrials of a loop. Beyond them the model has a fault.
// A panic in an entry is a fault of its node alone (node.recovered).
package onnx
