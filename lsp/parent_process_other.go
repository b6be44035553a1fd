//go:build !unix && !windows

package lsp

// alive cannot be told here.
func alive(int) bool { return true }
