package isolation

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
)

// An End is how a process ended.
type End struct {
	Cause       string // part of a sentence: `it ran out of memory`
	Outside     bool   // somebody else may have ended it
	OutOfMemory bool   // the system gave it no more memory
}

// crashStatus is the exit status of a Go program that its runtime ends.
const crashStatus = 2

// causes are what the runtime writes to standard error before it ends a program.
var causes = []struct {
	said string
	end  End
}{
	{"stack overflow", End{Cause: "it ran out of stack"}},
	{"goroutine stack exceeds", End{Cause: "it ran out of stack"}},
	{"out of memory", End{Cause: "it ran out of memory", OutOfMemory: true}},
	{"cannot allocate", End{Cause: "it ran out of memory", OutOfMemory: true}},
	{"pthread_create failed", End{Cause: "it ran out of memory", OutOfMemory: true}},
	{"failed to create new OS thread", End{Cause: "it ran out of memory", OutOfMemory: true}}, // for its stack
}

// EndOf is how a process ended that wrote a text to standard error. A process that neither wrote
// one of the causes nor ended as the runtime ends it was ended by the system or by somebody.
func EndOf(state *os.ProcessState, stderr string) End {
	for _, c := range causes {
		if strings.Contains(stderr, c.said) {
			return c.end
		}
	}
	if state.ExitCode() == crashStatus {
		return End{Cause: "it failed"}
	}
	return End{Cause: fmt.Sprintf("it ended with %s", state), Outside: true}
}

// A Stderr keeps the beginning of what a process writes to standard error.
type Stderr struct {
	mu   sync.Mutex
	kept bytes.Buffer
}

// keptOutput is how much of it is kept, in bytes: more than the runtime writes before the stacks.
const keptOutput = 4 << 10

func (s *Stderr) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept.Write(b[:min(len(b), max(0, keptOutput-s.kept.Len()))])
	return len(b), nil
}

func (s *Stderr) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept.String()
}
