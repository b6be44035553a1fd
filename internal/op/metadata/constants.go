package metadata

import (
	"strconv"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/value"
)

// Constants are the values of the constants of a section, which is read when
// one is asked for. They are safe for concurrent use.
type Constants struct {
	arrays func() map[string][]*value.Array
	of     Source // in place of a section
}

// A Source reads the value of an entry; nil without an error where there is no such entry.
type Source func(kind string, i int) (*value.Array, error)

// ConstantsOf are values that come from elsewhere than from a section.
func ConstantsOf(of Source) *Constants { return &Constants{of: of} }

// NewConstants are those of a section as it is in a file, after its
// `#[metadata]` or with it.
func NewConstants(section string) *Constants {
	return &Constants{arrays: sync.OnceValue(func() map[string][]*value.Array {
		if i := strings.IndexByte(section, '{'); i >= 0 {
			return Arrays([]byte(section[i:]))
		}
		return nil
	})}
}

// Value is what `meta[kind][i]` stands for; nil where there is no such constant, or
// none that can be read.
func (c *Constants) Value(text string) *value.Array {
	a, err := c.Read(text)
	if err != nil {
		return nil
	}
	return a
}

// Read is Value with the reason why a constant cannot be read.
func (c *Constants) Read(text string) (*value.Array, error) {
	kind, rest, _ := strings.Cut(strings.TrimPrefix(text, "meta["), "][")
	i, err := strconv.Atoi(strings.TrimSuffix(rest, "]"))
	if err != nil || i < 0 {
		return nil, nil
	}
	if c.of != nil {
		return c.of(kind, i)
	}
	if arrays := c.arrays()[kind]; i < len(arrays) {
		return arrays[i], nil
	}
	return nil, nil
}
