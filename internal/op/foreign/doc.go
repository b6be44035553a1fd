// Package foreign knows what names of other languages and libraries (NumPy,
// PyTorch, JAX, TensorFlow, ONNX, Relax, Python, OCaml, Haskell, Rust) are called
// here, and what differs. A name goes in, a Name comes out: an operator to write
// in its place, or a sentence that says what to write.
//
// A name is only taken for another where both mean the same; near spellings are
// package spelling's. Read table.go first; a test holds every operator that is
// named there against the table of operators.
package foreign
