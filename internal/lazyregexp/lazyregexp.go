// Package lazyregexp compiles the regular expressions of package variables when they are first
// used. Most commands use few of them, and compiling all is a tenth of the time in which a
// process starts.
package lazyregexp

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// inTest reports whether this process is a test binary.
var inTest = len(os.Args) > 0 && strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test")

// New returns a function that compiles an expression at its first call. It panics then if the
// expression is malformed; in test binaries New itself does, so that no test can miss it.
func New(expression string) func() *regexp.Regexp {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
	if inTest {
		compiled()
	}
	return compiled
}
