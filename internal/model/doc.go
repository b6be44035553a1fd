// Package model has what a model of any format is once it is read: the text of a program in
// Frac, a map from its bytes to the nodes of the model, the types of the model's values, its
// faults, and its constants, which stay unread until one is asked for.
//
// A reader of a format makes a program with a Builder. The builder types each call of an
// operator by the operator's own relation while it writes it, so that a reader knows the
// shape of every operand, and computes what follows from constants and extents alone.
//
// Read model.go first (what a reader delivers), then builder.go and call.go (how a program is
// written), extent.go (integers that are known as extents) and relax.go (extents that are
// found to be equal).
package model
