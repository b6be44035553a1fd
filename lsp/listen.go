package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"
)

// maxClients is how many clients a listening server has at once; one more is
// refused.
const maxClients = 64

// Pauses after a client could not be accepted, such as for want of file
// descriptors; the others go on, and it waits meanwhile.
const (
	firstAcceptPause = 5 * time.Millisecond
	lastAcceptPause  = time.Second
)

// Listen serves every client that connects, each by itself, until the context
// ends. An address without a host is on the loopback interface; `unix:PATH` is a socket
// that only its owner can connect to.
func Listen(ctx context.Context, address string, log io.Writer, o Options) error {
	listener, err := listenAt(ctx, address)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { listener.Close() })
	announce(log, listener.Addr())
	turnAway := o.Refuse
	if turnAway == nil {
		turnAway = refuse
	}
	return acceptAll(ctx, listener, log, turnAway, func(client net.Conn) { attend(ctx, client, log, o) })
}

// listenAt opens a TCP port, on the loopback interface unless a host is given, or a socket.
func listenAt(ctx context.Context, address string) (listener net.Listener, err error) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		listener, err = listenOwn(ctx, path)
	} else {
		if address, err = loopback(address); err != nil {
			return nil, err
		}
		listener, err = new(net.ListenConfig).Listen(ctx, "tcp", address)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen: %w", err)
	}
	return listener, nil
}

// acceptAll has each client served on a goroutine of its own, until the context
// ends or the listener is closed.
func acceptAll(ctx context.Context, listener net.Listener, log io.Writer, refuse func(io.ReadWriteCloser, error), serve func(net.Conn)) error {
	seats, wait := make(chan struct{}, maxClients), firstAcceptPause
	for {
		client, err := listener.Accept()
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, net.ErrClosed):
			return fmt.Errorf("cannot accept clients: %w", err)
		case err != nil:
			if wait == firstAcceptPause {
				fmt.Fprintf(log, "fraccheck: a client waits: %v\n", err)
			}
			pause(ctx, wait)
			wait = min(2*wait, lastAcceptPause)
			continue
		}
		wait = firstAcceptPause
		select {
		case seats <- struct{}{}:
			go func() {
				defer func() { <-seats }()
				serve(client)
			}()
		default:
			go turnAway(client, log, refuse)
		}
	}
}

// turnAway refuses a client for which there is no place.
func turnAway(client net.Conn, log io.Writer, refuse func(io.ReadWriteCloser, error)) {
	defer client.Close()
	fmt.Fprintf(log, "fraccheck: %s is turned away: %v\n", client.RemoteAddr(), errFull)
	refuse(&visitor{Conn: client}, errFull)
}

// refuse answers a client of the Language Server Protocol that it is not served.
func refuse(client io.ReadWriteCloser, why error) {
	newStream(client, &backlog{}, func(error) {}).refuse(context.Background(), why)
}

var errFull = fmt.Errorf("this server has %d clients already", maxClients)

// attend serves one client that connected. The process that it names may be one
// of another machine; that it is gone shows in the connection.
func attend(ctx context.Context, client net.Conn, log io.Writer, o Options) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	v := &visitor{Conn: client}
	defer v.Close()
	serve := o.Attend
	if serve == nil {
		serve = o.attend
	}
	v.await()
	if err := serve(ctx, v, log, v.admit); err != nil && ctx.Err() == nil {
		fmt.Fprintf(log, "fraccheck: %s: %v\n", client.RemoteAddr(), err)
	}
}

// attend serves a client in this process.
func (o Options) attend(ctx context.Context, client io.ReadWriteCloser, log io.Writer, admitted func()) error {
	s := newServer(ctx, log, o)
	s.admitted = admitted
	return s.serve(client)
}

// loopback completes an address: a port alone, with or without its colon, is
// one of this machine only.
func loopback(address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		host, port, err = net.SplitHostPort(":" + address)
	}
	if err != nil {
		return "", fmt.Errorf("%q is no address; write 127.0.0.1:PORT or unix:PATH", address)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// announce writes where the server listens, and warns where others can reach it.
func announce(log io.Writer, address net.Addr) {
	fmt.Fprintf(log, "fraccheck: listening on %s\n", address)
	if tcp, ok := address.(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		fmt.Fprintln(log, "fraccheck: other machines can connect to this address, without a password")
	}
}

// How long a client that connected may take.
const (
	introduction = 30 * time.Second // to send all of its initialize request
	reading      = 30 * time.Second // to read the next piece of what is written to it
)

// piece is how much is written to a client at a time, in bytes.
const piece = 64 << 10

var errSilent = fmt.Errorf("no initialize request came within %s", introduction)

// A visitor is the connection of a client that nobody started the server for. One
// that does not introduce itself, or does not read, is let go.
type visitor struct {
	net.Conn
	admitted bool // changed and read by the goroutine that reads
}

// await begins the time in which the client is to introduce itself.
func (v *visitor) await() { _ = v.SetReadDeadline(time.Now().Add(introduction)) }

// admit lets the client be silent as long as it likes.
func (v *visitor) admit() {
	v.admitted = true
	_ = v.SetReadDeadline(time.Time{})
}

func (v *visitor) Read(p []byte) (int, error) {
	n, err := v.Conn.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) && !v.admitted {
		err = errSilent
	}
	return n, err
}

// Write gives the client time for each piece. One that does not take it loses its
// connection, since half a message was written.
func (v *visitor) Write(p []byte) (n int, err error) {
	for err == nil && n < len(p) {
		_ = v.SetWriteDeadline(time.Now().Add(reading))
		var written int
		written, err = v.Conn.Write(p[n:min(n+piece, len(p))])
		n += written
	}
	if err != nil {
		v.Close()
	}
	return n, err
}
