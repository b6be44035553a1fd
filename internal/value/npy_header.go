package value

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An npyHeader is what the header of a .npy file says.
type npyHeader struct {
	dtype     Dtype
	bigEndian bool
	fortran   bool
	shape     []int
}

// An npyScanner reads the few forms of Python's syntax that headers hold:
// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }.
type npyScanner struct {
	rest string
	err  error
}

func parseNPYHeader(text string) (*npyHeader, error) {
	s, h := &npyScanner{rest: text}, &npyHeader{}
	fields := map[string]func(){
		"descr":         func() { s.fail(h.describe(s.word())) },
		"fortran_order": func() { h.fortran = s.truth() },
		"shape":         func() { h.shape = s.shape() },
	}
	s.expect("{")
	for s.err == nil && !s.accept("}") {
		name := s.word()
		s.expect(":")
		read, ok := fields[name]
		if s.err != nil {
			break
		}
		if !ok {
			return nil, fmt.Errorf("its header has no field %q once", name)
		}
		delete(fields, name)
		read()
		if !s.accept(",") {
			s.expect("}")
			break
		}
	}
	if s.err == nil && len(fields) > 0 {
		s.err = errors.New("its header lacks one of descr, fortran_order and shape")
	}
	return h, s.err
}

func (s *npyScanner) fail(err error) {
	if s.err == nil && err != nil {
		s.err = err
	}
}

func (s *npyScanner) accept(token string) bool {
	s.rest = strings.TrimLeft(s.rest, " \t\r\n")
	if !strings.HasPrefix(s.rest, token) {
		return false
	}
	s.rest = s.rest[len(token):]
	return true
}

func (s *npyScanner) expect(token string) {
	if !s.accept(token) {
		s.fail(fmt.Errorf("its header has no %q before %.20q", token, s.rest))
	}
}

// word reads a string without escapes.
func (s *npyScanner) word() string {
	quote := "'"
	if s.accept(`"`) {
		quote = `"`
	} else if !s.accept("'") {
		s.fail(fmt.Errorf("its header has no string at %.20q; arrays of records and of objects cannot be read", s.rest))
		return ""
	}
	word, rest, found := strings.Cut(s.rest, quote)
	if !found {
		s.fail(errors.New("its header has a string without an end"))
		return ""
	}
	s.rest = rest
	return word
}

func (s *npyScanner) truth() bool {
	if s.accept("True") {
		return true
	}
	s.expect("False")
	return false
}

// mostDims is the number of dimensions from which on shapes are refused.
const mostDims = 64

func (s *npyScanner) shape() []int {
	shape := []int{}
	s.expect("(")
	for s.err == nil && !s.accept(")") {
		digits := s.rest[:len(s.rest)-len(strings.TrimLeft(s.rest, "0123456789"))]
		n, err := strconv.Atoi(digits)
		if err != nil || len(shape) == mostDims {
			s.fail(fmt.Errorf("its shape cannot be read at %.20q", s.rest))
			return nil
		}
		shape = append(shape, n)
		s.rest = strings.TrimPrefix(s.rest[len(digits):], "L")
		if !s.accept(",") {
			s.expect(")")
			break
		}
	}
	return shape
}

func (h *npyHeader) describe(text string) error {
	name := strings.TrimLeft(text, "<>=|")
	d := slices.Index(descriptions[:], name)
	if name == "?" {
		d = int(Bool)
	}
	if d < 0 || Dtype(d).IsStored() || len(text)-len(name) > 1 {
		return fmt.Errorf("elements of type %q cannot be read", text)
	}
	h.dtype, h.bigEndian = Dtype(d), strings.HasPrefix(text, ">")
	return nil
}
