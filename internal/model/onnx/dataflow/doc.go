// Package dataflow makes graphs of ONNX models that package pairing compares.
//
// What a graph leaves to chance is taken out of it: the order of nodes and attributes, names of
// values, whether a constant is an initializer or a node, how its elements are encoded, whether
// a default is written, whether an axis is counted from the end, and whether a version of the
// operator has a parameter as an attribute or as an input.
package dataflow
