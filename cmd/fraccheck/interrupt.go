package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// endSignals ask the program to end: Ctrl-C, and what CI, supervisors and `kill` send.
var endSignals = []os.Signal{os.Interrupt, syscall.SIGTERM}

// interrupts tells who answers what is to end the program.
type interrupts struct {
	answered atomic.Pointer[[]os.Signal] // those on which the command at hand ends in a manner of its own; nil for none
	writing  sync.RWMutex                // held for reading while a file is written
}

// leave makes Ctrl-C and a request to end (SIGTERM) end the program with status 130: at
// once, or at the second one where a command has something to finish first.
func (i *interrupts) leave() (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, endSignals...)
	go func() {
		for came := range signals {
			if answered := i.answered.Swap(nil); answered == nil || !slices.Contains(*answered, came) {
				i.settle()
				os.Exit(statusInterrupted)
			}
		}
	}()
	return func() { signal.Stop(signals); close(signals) }
}

// mostSettling is how long an interrupted program waits for a file that it writes: a disk
// may hang, and a pipe may have no reader.
const mostSettling = 2 * time.Second

// settle waits until no file is being written, and lets no other one begin, so that none
// stays after that is not in its place yet.
func (i *interrupts) settle() {
	settled := make(chan struct{})
	go func() {
		i.writing.Lock()
		close(settled)
	}()
	select {
	case <-settled:
	case <-time.After(mostSettling):
	}
}

// whole does what writes a file, which an interrupt waits for.
func (i *interrupts) whole(write func() error) error {
	i.writing.RLock()
	defer i.writing.RUnlock()
	return write()
}

// grace is how long a command that was asked to end may take for what it has done so far: a
// loop that does not look at its context, or a reader that takes nothing, must not keep it.
const grace = 100 * time.Millisecond

// interruptible is a context that ends with the next interrupt from the keyboard, or a
// request to end. The program ends soon after that, whether or not its work looks at the
// context.
func (env *environment) interruptible() (context.Context, context.CancelFunc) {
	ctx, stop := env.endingWith(endSignals)
	finished := make(chan struct{})
	go func() {
		<-ctx.Done()
		select {
		case <-finished:
		case <-time.After(grace):
			env.endNow(statusInterrupted, errInterrupted.Error())
		}
	}()
	return ctx, func() { close(finished); stop() }
}

// endNow ends the program in the middle of its work. Only a file that is being written is
// waited for.
func (env *environment) endNow(status int, why string) {
	env.interrupts.settle()
	fmt.Fprintln(env.Stderr, "fraccheck: "+why)
	os.Exit(status)
}

// endingWith is a context that ends with one of some signals.
func (env *environment) endingWith(signals []os.Signal) (context.Context, context.CancelFunc) {
	env.interrupts.answered.Store(&signals)
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	return ctx, func() { env.interrupts.answered.Store(nil); stop() }
}

// serving leaves Ctrl-C to the client of a process.
func serving() { signal.Ignore(os.Interrupt) }

// endable leaves a request to end a server to the system: who made it asks which signal
// ended it.
func endable() { signal.Reset(syscall.SIGTERM) }
