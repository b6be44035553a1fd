// Package fixer tries the fixes of diagnostics, and applies those that help.
//
// Read offer.go first (which fixes help), then fix_all.go (rounds of applying them).
package fixer
