//go:build unix

package lsp

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"
)

// TestOwnSocket: a socket is for its owner alone, clients are served on it, and it is gone when
// the server is. A path that is taken is left as it is.
func TestOwnSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	ctx, end := context.WithCancel(context.Background())
	defer end()
	served := make(chan struct{}, 1)
	options := Options{Attend: func(_ context.Context, client io.ReadWriteCloser, _ io.Writer, _ func()) error {
		_, err := io.ReadFull(client, make([]byte, 10))
		served <- struct{}{}
		return err
	}}
	listener, err := listenAt(ctx, "unix:"+path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode().Perm() != 0o600 || info.Mode()&os.ModeSocket == 0 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	go func() {
		_ = acceptAll(ctx, listener, io.Discard, refuse, func(client net.Conn) { attend(ctx, client, io.Discard, options) })
	}()
	client, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Write([]byte("Content-Length: 2\r\n\r\n{}")); err != nil {
		t.Fatal(err)
	}
	<-served
	client.Close()
	if _, err := listenAt(ctx, "unix:"+path); err == nil {
		t.Error("two servers have one socket")
	}
	listener.Close()
	if _, err := os.Lstat(path); err == nil {
		t.Error("the socket stays")
	}
	if err := os.WriteFile(path, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := listenAt(ctx, "unix:"+path); err == nil {
		t.Error("a file is replaced")
	}
}
