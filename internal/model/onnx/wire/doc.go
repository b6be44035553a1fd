// Package wire reads and writes ONNX's files: the wire format of protobuf
// (https://protobuf.dev/programming-guides/encoding) into plain structures. What stands where
// is one table (schema.go), whose names and numbers are those of onnx.proto; message.go is all
// that knows how to read a message by it, or to write one, and append.go begins that.
//
// Structures are copies: nothing of them refers to the file but the elements of tensors, which
// are read when they are asked for (tensor.go), out of the file or out of others in its folder
// (external.go). Files are not trusted: a length is compared with what is left before it is
// used, memory is taken only for what was seen, and both depth and memory have a limit.
//
// Read model.go first, then schema.go.
package wire
