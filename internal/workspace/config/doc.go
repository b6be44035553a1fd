// Package config reads fraccheck.toml: from a text, which becomes a tree whose nodes know their places
// (tree.go), is held against the table of the keys (setting.go), and gives a Config; and by folders,
// of which each has the nearest configuration above it. What is wrong in a text is left out and is a
// Fault at its place. For editors, At finds what can be written at a place.
//
// Read setting.go first, then config.go.
package config
