// Package schema has the signatures of ONNX's operators in all versions, and
// checks nodes against them.
//
// The table, schemas.txt, is written by tools/onnx/schemas.py from the documents
// of the ONNX project. Its format is described in table.go. A signature is parsed
// when it is first asked for.
//
// Read schema.go first, then table.go, then check.go.
package schema
