// Package habits knows what programmers of other languages and libraries (OCaml, Haskell, Rust,
// Python, NumPy, PyTorch, JAX, TensorFlow, ONNX, Relax) write out of habit, and what is written
// in Frac instead.
//
// operator.go finds an operator by the name that another library gives it: a name goes in, an
// operator to write in its place comes out, or a sentence that says what to write. A name is
// only taken for another where both mean the same; near spellings are package spelling's. The
// names stand in operator_table.go; a test holds every operator that is named there against the
// table of operators. The other files do the same for attributes, dtypes and types.
package habits
