package table

import (
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/op/optest"
)

// freeStrings are the attributes that are strings and have no list of words, and why.
var freeStrings = map[string]string{
	"compiler": "the name of any compiler", "equation": "a sum in Einstein's notation", "name": "the name of an operation",
	"node_type_key": "the class of any object", "weight_layout": "a layout of any tile",
	"src_layout": "a layout of any tensor", "dst_layout": "a layout of any tensor",
}

// Each string attribute lists the words that it takes. The kernel takes each of them on
// some recorded call, and of a word that is not listed the checker warns.
func TestWordsOfAttributes(t *testing.T) {
	seeds := readRecorded(t)
	tried := 0
	for name, o := range sorted(Default()) {
		for _, a := range o.Attrs {
			if a.Type != op.StringAttr {
				continue
			}
			if _, free := freeStrings[a.Name]; len(a.Words()) == 0 && !free {
				t.Errorf("%s: nothing says what `%s` takes", name, a.Name)
			}
			if len(a.Words()) == 0 || a.Name == op.TypeKey {
				continue
			}
			if !a.Required && !a.Open && !slices.Contains(a.Words(), a.Default.Str) {
				t.Errorf("%s: the default of `%s` is none of its words", name, a.Name)
			}
			unlistedIsReported(t, o, a)
			if o.Kernel == nil || a.Open {
				continue
			}
			for _, word := range a.Words() {
				tried++
				h := &survival{T: t, op: o}
				ran, err := h.runsWith(seedsOf(seeds, name), a.Name, word)
				if !ran {
					t.Errorf("%s(%s=%q): no recorded call runs: %v", name, a.Name, word, err)
				}
			}
		}
	}
	if tried < 80 {
		t.Errorf("%d words were tried", tried)
	}
}

// runsWith runs the recorded calls of an operator with another word until one gives a
// value. That all fail is a fault of the kernel's list or of the entry's.
func (h *survival) runsWith(seeds []*kerneltest.Call, attr, word string) (ran bool, last error) {
	for _, seed := range seeds {
		m := (&thrower{}).unchanged(h.op, seed)
		m.set(attr, op.Text(word))
		c, ok := h.made(m)
		if !ok {
			continue
		}
		_, err := h.op.Kernel(&optest.Bounded{Steps: mostSteps, Bytes: mostBytes}, c)
		if err == nil {
			return true, nil
		}
		if last = err; strings.Contains(err.Error(), "there is no") {
			return false, err
		}
	}
	return false, last
}

// unlistedIsReported holds that words near to those that are listed are refused or warned
// of, and that none of the listed ones is.
func unlistedIsReported(t *testing.T, o *op.Op, a op.Attr) {
	named := func(word string) ([]op.Error, []op.Warning) {
		given := []op.Named{{Name: a.Name, Value: op.Text(word)}}
		if key := o.Attr(op.TypeKey); key >= 0 {
			given = append(given, op.Named{Name: op.TypeKey, Value: op.Text(o.Attrs[key].Allowed[0])})
		}
		attrs, errs := op.Bind(o, given)
		errs = slices.DeleteFunc(errs, func(e op.Error) bool { return e.Attr != a.Name })
		return errs, attrs.Unlisted()
	}
	for _, word := range a.Words() {
		if errs, warn := named(word); len(errs)+len(warn) > 0 {
			t.Errorf("%s(%s=%q) is listed and refused", o.Name, a.Name, word)
		}
		for _, other := range []string{word + "x", strings.ToUpper(word) + "_", "zz"} {
			if errs, warn := named(other); len(errs)+len(warn) != 1 && !a.Open {
				t.Errorf("%s(%s=%q): %v, %v", o.Name, a.Name, other, errs, warn)
			}
		}
	}
}
