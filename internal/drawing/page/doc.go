// Package page draws pictures (package drawing): as SVG for people, as DOT for Graphviz,
// as JSON for programs.
//
// A picture goes in, a file's text comes out; the same picture gives the same bytes.
// Everything that is in a file is escaped here, whatever names a program has.
//
// An SVG has its colours in a style sheet, for light and for dark screens
// (style.go). Frames are laid out from the inside out (frame.go): each is a graph of its
// boxes in layers (package drawing/layered), and of ports on its borders, where wires
// enter and leave. How wide texts are is known from the widths of Helvetica's letters,
// which Arial and Liberation Sans share (width.go).
//
// Read svg.go first, then frame.go; dot.go, json.go and tree.go are by themselves.
package page
