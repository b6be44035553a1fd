package main

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/fraccheck/fraccheck/workspace"
)

// deadly dies of what it looks at where its name says so, once that is written down.
func deadly(looking workspace.Looking) workspace.Looking {
	return func(s workspace.Subject) (func(), bool) {
		done, ok := func() {}, true
		if looking != nil {
			done, ok = looking(s)
		}
		if ok {
			die(s)
		}
		return done, ok
	}
}

func die(s workspace.Subject) {
	switch file := filepath.Base(s.Path); {
	case strings.Contains(s.Name, "@test_overflow"):
		debug.SetMaxStack(16 << 20) // a large one takes its time to fill
		depth = overflow(1)
	case strings.Contains(s.Name, "@test_exhaust"), strings.HasPrefix(file, "exhausting") && s.Name == "":
		exhaust()
	case strings.Contains(s.Name, "@test_gone"):
		os.Exit(77)
	}
}

var depth, endless = 0, 1 << 60

func overflow(n int) int {
	if n > endless {
		return n
	}
	return overflow(n+1) + 1
}

// exhaust asks for more memory than there can be.
func exhaust() {
	for size := 1 << 40; ; size *= 2 {
		kept = append(kept, make([]byte, size))
	}
}

var kept [][]byte
