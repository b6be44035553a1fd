// Package fatal ends the process in the ways that no recover hears, for tests of what
// goes on after a death. Nothing goes in, and nothing comes out.
package fatal

var endless, kept = 1 << 60, [][]byte(nil)

// Overflow uses up the stack.
func Overflow() { _ = deeper(1) }

func deeper(n int) int {
	if n > endless {
		return n
	}
	return deeper(n+1) + 1
}

// Exhaust asks for more memory than there can be.
func Exhaust() {
	for size := 1 << 40; ; size *= 2 {
		kept = append(kept, make([]byte, size))
	}
}
