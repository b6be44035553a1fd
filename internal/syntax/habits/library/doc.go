// Package library knows the names that other languages and libraries (Python, NumPy, PyTorch, JAX,
// TensorFlow, ONNX, Relax, OCaml, Haskell, Rust) have for operators, attributes, dtypes and types,
// and what is written in Frac instead.
//
// operator.go finds an operator: a name goes in, an operator to write in its place comes out, or a
// sentence that says what to write. A name is only taken for another where both mean the same; near
// spellings are package spelling's. The names stand in operator_table.go; a test holds every
// operator that is named there against the table of operators.
package library
