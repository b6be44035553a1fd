package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/resource"
	"github.com/fraccheck/fraccheck/interp"
)

// An engine says how programs are evaluated.
type engine struct {
	Sequential bool    `help:"One thread, in the order in which the program is written; the values are the same."`
	Threads    threads `placeholder:"N" help:"How many threads evaluate (default: one a processor)."`
}

func (e engine) options(steps int64, memory size) interp.Options {
	return interp.Options{Threads: int(e.Threads), Sequential: e.Sequential, MaxSteps: steps, MaxMemory: int64(memory)}
}

// threads is how many threads work: 0 for one a processor.
type threads int

const maxThreads = 1024

// UnmarshalText reads a number of threads.
func (n *threads) UnmarshalText(text []byte) error {
	given, err := strconv.Atoi(string(text))
	if err != nil || given < 0 || given > maxThreads {
		return fmt.Errorf("%q is no number of threads; it is a whole number up to %d, and 0 is one a processor", text, maxThreads)
	}
	*n = threads(given)
	return nil
}

// A size is a number of bytes: `4096`, `64MiB`, `2G`.
type size int64

// units are powers of 1024, whether or not they are spelled with an i.
var units = map[string]int64{"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

// UnmarshalText reads a size.
func (s *size) UnmarshalText(text []byte) error {
	spelled := strings.TrimSuffix(strings.ToUpper(string(text)), "B")
	spelled = strings.TrimSuffix(spelled, "I")
	digits := strings.TrimRight(spelled, "KMGT")
	unit, ok := units[spelled[len(digits):]]
	n, err := strconv.ParseInt(digits, 10, 64)
	if !ok || err != nil || n < 0 || n > (1<<62)/unit {
		return fmt.Errorf("%q is no size; sizes are written as 4096, 64MiB or 2GiB", text)
	}
	*s = size(n * unit)
	return nil
}

// limitCollector tells Go's own collector of a limit, so that it works harder before
// a run is stopped.
func limitCollector(memory size) {
	if memory > 0 {
		resource.LowerLimit(int64(memory) + int64(memory)/8)
	}
}

// limited is a context that ends after a time; 0 is no limit.
func limited(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if timeout <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, timeout)
}

// lateness is how long a command may go on after its time, to write what it has.
const lateness = 500 * time.Millisecond

// guarded is a context for a whole command that runs programs, which ends after a time (0: none).
// Evaluations listen to it, and to limits of memory. What works on their values (printing,
// comparing, writing) may not listen: where it goes on long after the time, or the process
// takes a quarter more memory than evaluations may (0: any), the program is ended.
func (env *environment) guarded(ctx context.Context, timeout time.Duration, memory size) (context.Context, context.CancelFunc) {
	ctx, cancel := limited(ctx, timeout)
	finished := make(chan struct{})
	if timeout > 0 {
		go func() {
			select {
			case <-finished:
			case <-time.After(timeout + lateness):
				env.endNow(statusFound, fmt.Sprintf("the command took longer than the %s of --timeout", timeout))
			}
		}()
	}
	if memory > 0 {
		go resource.Watch(finished, int64(memory)+int64(memory)/4+spareMemory, func() {
			env.endNow(statusFound, fmt.Sprintf("out of memory: the command takes more than the %d bytes of --max-memory", int64(memory)))
		})
	}
	return ctx, func() { close(finished); cancel() }
}

// spareMemory is what a process takes besides values: programs, their types, their code.
const spareMemory = 128 << 20
