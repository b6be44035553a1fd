// Package onnx makes programs of ONNX models. Each operator of ONNX is one entry: how it
// becomes calls of this language's operators, or why it is refused.
//
// Read reader.go first (graphs and names), then node.go (what an entry sees of a node) and
// entry.go (the table of entries; the families are in files of their own). message.go words
// the faults.
package onnx
