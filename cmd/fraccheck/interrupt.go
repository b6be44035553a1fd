package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
)

// interrupts tells who answers Ctrl-C.
type interrupts struct {
	handled atomic.Int32 // how many parts of the command at hand end in a manner of their own
}

// leave makes Ctrl-C end the program with status 130: at once, or at the second one
// where a command has something to finish first.
func (i *interrupts) leave() (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	go func() {
		for range signals {
			if i.handled.Load() <= 0 {
				os.Exit(statusInterrupted)
			}
			i.handled.Store(0)
		}
	}()
	return func() { signal.Stop(signals); close(signals) }
}

// interruptible is a context that ends with the next interrupt from the keyboard.
func (env *environment) interruptible() (context.Context, context.CancelFunc) {
	env.interrupts.handled.Store(1)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	return ctx, func() { env.interrupts.handled.Store(0); stop() }
}
