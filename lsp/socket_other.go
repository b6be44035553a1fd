//go:build !unix

package lsp

import (
	"context"
	"errors"
	"net"
)

// listenOwn refuses: sockets have no modes here.
func listenOwn(context.Context, string) (net.Listener, error) {
	return nil, errors.New("a socket that only its owner can connect to is there on Unix alone; write 127.0.0.1:PORT")
}
