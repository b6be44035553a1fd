package types

// Storage is the type of allocated memory in programs of TVM's virtual machine that do
// not declare it.
var Storage = &ADT{Decl: &Decl{Name: "Storage", Opaque: true}}
