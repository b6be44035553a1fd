// Package message has what all diagnostics of the checker have in common: the words for
// numbers of things, "did you mean", the fix that writes a text, and the Reporter, which
// leaves out errors that follow from others.
package message
