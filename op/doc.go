// Package op owns the operator table: one entry an operator, with its
// parameters, attributes, type relation and kind. The checker, hover,
// completion and the manual's operator table all read the same entry.
//
// A relation gets the argument types and the attributes of one call and
// answers with the result type and with equations that follow for the
// arguments, with "wait for argument i", or with an error. It never unifies:
// that is the checker's.
//
// Read op.go first, then relation.go and attr.go. The entries stand in one
// file a family (elementwise.go, broadcast.go, …) or in a package of their own
// (op/nn, op/parallel, …); op/table joins them.
package op
