//go:build !unix && !windows

package lsp

// alive cannot be found out here.
func alive(int) bool { return true }
