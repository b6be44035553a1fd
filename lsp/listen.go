package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// maxClients is how many clients a listening server has at once; one more is told
// so and let go.
const maxClients = 64

// Pauses after a client could not be accepted, such as for want of file
// descriptors; the others go on, and it waits meanwhile.
const (
	firstAcceptPause = 5 * time.Millisecond
	lastAcceptPause  = time.Second
)

// Listen serves every client that connects, each by itself, until the context
// ends. An address without a host is on the loopback interface.
func Listen(ctx context.Context, address string, log io.Writer, o Options) error {
	address, err := loopback(address)
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	context.AfterFunc(ctx, func() { listener.Close() })
	announce(log, listener.Addr())
	turnAway := o.Refuse
	if turnAway == nil {
		turnAway = refuse
	}
	return acceptAll(ctx, listener, log, turnAway, func(client net.Conn) { attend(ctx, client, log, o) })
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

// turnAway tells a client that there is no place for it.
func turnAway(client net.Conn, log io.Writer, refuse func(io.ReadWriteCloser, error)) {
	defer client.Close()
	fmt.Fprintf(log, "fraccheck: %s is turned away: %v\n", client.RemoteAddr(), errFull)
	refuse(&visitor{Conn: client}, errFull)
}

// refuse tells a client of the Language Server Protocol that it is not served.
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
		return "", fmt.Errorf("%q is no address; write 127.0.0.1:PORT", address)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// announce tells where the server listens, and warns where others can reach it.
func announce(log io.Writer, address net.Addr) {
	fmt.Fprintf(log, "fraccheck: listening on %s\n", address)
	if tcp, ok := address.(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		fmt.Fprintln(log, "fraccheck: other machines can connect to this address")
	}
}
