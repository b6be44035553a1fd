// Package op says what an operator is: one entry, with its
// parameters, attributes, type relation and kind. The checker, hover,
// completion and the manual's operator table all read the same entry.
//
// A relation gets the argument types and the attributes of one call and
// answers with the result type and with equations that follow for the
// arguments, with "wait for argument i", or with an error. It never unifies:
// that is the checker's.
//
// Read op.go first, then traits.go, relation.go and attr.go; cost.go for what calls cost. Here is what an
// operator is, and what relations and kernels of all families need; the entries
// are below, a package a family: elementwise, rearrange, indexing, reduction and
// linear for arrays, parallel for FractalTensors, nn, qnn, image and so on. Package
// op/table joins them.
package op
