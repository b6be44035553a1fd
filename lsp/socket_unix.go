//go:build unix

package lsp

import (
	"context"
	"net"
	"syscall"
)

// listenOwn makes a socket of mode 0600. Its mode is that of the process's mask from the
// beginning: between making it and changing the mode somebody could connect.
func listenOwn(ctx context.Context, path string) (net.Listener, error) {
	before := syscall.Umask(0o177)
	defer syscall.Umask(before)
	return new(net.ListenConfig).Listen(ctx, "unix", path)
}
