package culprit

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
)

// An End is how a process ended.
type End struct {
	Cause string // part of a sentence: `it ran out of memory`
	// Outside tells of a process that somebody else may have ended.
	Outside bool
	// OutOfMemory tells of one that the system gave no more memory.
	OutOfMemory bool
}

// crashStatus is what a Go program ends with that the runtime gives up.
const crashStatus = 2

// causes are what the runtime says at the end.
var causes = []struct {
	said string
	end  End
}{
	{"stack overflow", End{Cause: "it ran out of stack"}},
	{"goroutine stack exceeds", End{Cause: "it ran out of stack"}},
	{"out of memory", End{Cause: "it ran out of memory", OutOfMemory: true}},
	{"cannot allocate", End{Cause: "it ran out of memory", OutOfMemory: true}},
	{"failed to create new OS thread", End{Cause: "it ran out of memory", OutOfMemory: true}}, // for its stack
}

// EndOf reads how a process ended that wrote some complaints.
func EndOf(state *os.ProcessState, complaints string) End {
	for _, c := range causes {
		if strings.Contains(complaints, c.said) {
			return c.end
		}
	}
	if state.ExitCode() == crashStatus {
		return End{Cause: "it failed"}
	}
	return End{Cause: fmt.Sprintf("it ended with %s", state), Outside: true}
}

// A Tail keeps the beginning of what a process complains about.
type Tail struct {
	mu   sync.Mutex
	kept bytes.Buffer
}

// keptOutput is how much of it is kept, in bytes.
const keptOutput = 4 << 10

func (t *Tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept.Write(b[:min(len(b), max(0, keptOutput-t.kept.Len()))])
	return len(b), nil
}

func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.kept.String()
}
