// Package params holds the parameters of requests and notifications against the
// protocol's own description of them, its meta model: that what is required is
// there, and that everything known has its type. Check gives a sentence that names
// the first field that is wrong by its path.
//
// Where clients are known to differ it asks for less than the model: what may be
// null may also be left out, and what may be left out may be null; an empty list or
// table may be null, as programs in Go write it; unknown fields
// and unknown values of enumerations are those of a newer protocol; and of what a
// client says it can do (ClientCapabilities) nothing is required.
//
// table.go is written from the model by internal/extract (`go generate`). Read
// check.go first.
package params

//go:generate go run ./internal/extract table.go

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fraccheck/fraccheck/internal/excerpt"
)

// Check returns what is wrong with the parameters of a message to the server; nil
// where nothing is, and where the protocol has no such message. Parameters that
// are left out have no length.
func Check(method string, params []byte) error {
	s := messages[method]
	if s == nil {
		return nil
	}
	if len(params) == 0 {
		params = []byte("{}")
	}
	c := checker{in: decoder(params)}
	return c.value(s)
}

// decoder reads JSON as the protocol's library does, which decodes it afterwards.
func decoder(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// A checker goes through the parameters of one message.
type checker struct {
	in   *jsontext.Decoder
	path []string // to the value that comes next
}

// value checks the value that comes next.
func (c *checker) value(s *shape) error {
	switch s.kind {
	case anything:
		return c.skip()
	case choice:
		return c.choice(s)
	case whole:
		return c.whole(s)
	}
	next := c.in.PeekKind()
	if next == 'n' && (s.kind == list || s.kind == table) {
		return c.skip()
	}
	if !s.begins(next) {
		return c.wrong(s)
	}
	switch s.kind {
	case list, table, object:
		return c.contents(s)
	}
	return c.skip()
}

// begins reports whether values of a shape begin as the one that comes next.
func (s *shape) begins(with jsontext.Kind) bool {
	if with == 'f' {
		with = 't'
	}
	return s.kind == anything || byte(with) == first[s.kind]
}

// contents checks what is between brackets.
func (c *checker) contents(s *shape) error {
	if _, err := c.in.ReadToken(); err != nil {
		return malformed(err)
	}
	check := c.fields
	switch s.kind {
	case list:
		check = c.elements
	case table:
		check = c.entries
	}
	if err := check(s); err != nil {
		return err
	}
	_, err := c.in.ReadToken()
	return malformed(err)
}

// more reports whether another value is before the closing bracket.
func (c *checker) more() bool {
	k := c.in.PeekKind()
	return k != ']' && k != '}'
}

func (c *checker) elements(s *shape) error {
	for i := 0; c.more(); i++ {
		if err := c.below("["+strconv.Itoa(i)+"]", s.element); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) entries(s *shape) error {
	for c.more() {
		name, err := c.in.ReadToken()
		if err != nil {
			return malformed(err)
		}
		if err := c.below("."+name.String(), s.element); err != nil {
			return err
		}
	}
	return nil
}

// fields checks the members of an object against its structure; seen has a bit for each field.
func (c *checker) fields(s *shape) error {
	fields, seen := structures[s.structure], uint64(0)
	for c.more() {
		name, err := c.in.ReadToken()
		if err != nil {
			return malformed(err)
		}
		key := name.String()
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == key })
		if i < 0 || !fields[i].required && c.in.PeekKind() == 'n' {
			err = c.skip()
		} else {
			seen |= 1 << i
			err = c.below("."+fields[i].name, fields[i].shape)
		}
		if err != nil {
			return err
		}
	}
	for i, f := range fields {
		if f.required && seen&(1<<i) == 0 {
			return fmt.Errorf("%s.%s is missing", c.place(), f.name)
		}
	}
	return nil
}

// below checks the value that comes next, a part of the one before.
func (c *checker) below(step string, s *shape) error {
	c.path = append(c.path, step)
	err := c.value(s)
	c.path = c.path[:len(c.path)-1]
	return err
}

// choice checks a value by the alternative that it is meant to be.
func (c *checker) choice(s *shape) error {
	var candidates []*shape
	next := c.in.PeekKind()
	for _, a := range s.alternatives {
		if a.begins(next) {
			candidates = append(candidates, a)
		}
	}
	switch len(candidates) {
	case 0:
		return c.wrong(s)
	case 1:
		return c.value(candidates[0])
	}
	raw, err := c.in.ReadValue()
	if err != nil {
		return malformed(err)
	}
	inner := checker{decoder(raw), c.path}
	return inner.value(meant(candidates, raw))
}

// meant chooses the alternative of a union that an object is meant to be, so that the error
// names a field of that one and not "none of the alternatives". It is the alternative that
// fits the fields of the object best, the first of them: one with a `range` is an edit of a range, whatever is in it.
func meant(candidates []*shape, raw []byte) *shape {
	names := fieldNames(raw)
	best := candidates[0]
	for _, s := range candidates[1:] {
		if s.fit(names) > best.fit(names) {
			best = s
		}
	}
	return best
}

// fit counts the fields that a structure knows, less those that it misses.
func (s *shape) fit(names []string) (n int) {
	for _, f := range structures[s.structure] {
		switch there := slices.Contains(names, f.name); {
		case there:
			n++
		case f.required:
			n--
		}
	}
	return n
}

// fieldNames are the fields of an object that are not null.
func fieldNames(raw []byte) (names []string) {
	in := decoder(raw)
	if in.PeekKind() != '{' {
		return nil
	}
	_, err := in.ReadToken()
	for err == nil && in.PeekKind() == '"' {
		name, _ := in.ReadToken()
		text := name.String()
		if in.PeekKind() != 'n' {
			names = append(names, text)
		}
		err = in.SkipValue()
	}
	return names
}

func (c *checker) whole(s *shape) error {
	if c.in.PeekKind() != '0' {
		return c.wrong(s)
	}
	raw, err := c.in.ReadValue()
	if err != nil {
		return malformed(err)
	}
	if n, err := strconv.ParseInt(string(raw), 10, 64); err != nil || n < s.least || n > greatest {
		return c.isNot(s, raw)
	}
	return nil
}

func (c *checker) skip() error { return malformed(c.in.SkipValue()) }

// wrong says that the value that comes next has another shape.
func (c *checker) wrong(s *shape) error {
	raw, err := c.in.ReadValue()
	if err != nil {
		return malformed(err)
	}
	return c.isNot(s, raw)
}

// maxShown is how much of a value an error shows, in characters.
const maxShown = 60

func (c *checker) isNot(s *shape, raw []byte) error {
	return fmt.Errorf("%s is to be %s, and is %s", c.place(), s.words, excerpt.Of(string(raw), maxShown))
}

// maxPlace is how much an error shows of where it is, in characters: clients choose the
// names in it.
const maxPlace = 300

func (c *checker) place() string {
	return excerpt.Of("params"+strings.Join(c.path, ""), maxPlace)
}

func malformed(err error) error {
	if err != nil {
		return errors.New("the parameters are no JSON: " + excerpt.Of(err.Error(), maxPlace))
	}
	return nil
}
