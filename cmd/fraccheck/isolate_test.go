package main

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/fraccheck/fraccheck/internal/fatal"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// deadly dies of what it looks at where its name says so, once that is written down.
func deadly(observe workspace.Observer) workspace.Observer {
	return func(s workspace.Task) (func(), bool) {
		done, ok := func() {}, true
		if observe != nil {
			done, ok = observe(s)
		}
		if ok {
			die(s)
		}
		return done, ok
	}
}

func die(s workspace.Task) {
	switch file := filepath.Base(s.Path); {
	case strings.Contains(s.Name, "@test_overflow"):
		debug.SetMaxStack(16 << 20) // a large one takes its time to fill
		fatal.Overflow()
	case strings.Contains(s.Name, "@test_exhaust"), strings.HasPrefix(file, "exhausting") && s.Name == "":
		fatal.Exhaust()
	case strings.Contains(s.Name, "@test_gone"):
		os.Exit(77)
	}
}
