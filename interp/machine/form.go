package machine

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// A form runs a function on FractalTensors, which works on slots and may call
// functions of the program, as kernels do not. It fails with a *Fault. What it does is
// described in language.md, section 5; comments of forms say how.
type form func(m *machine, c *formCall) (code.Slot, error)

// A formCall is what a form sees of a call.
type formCall struct {
	site  *code.Site
	op    *op.Op      // that was called, by whichever of its names
	args  []code.Slot // by parameter; not set where none is given
	extra []code.Slot // for the user's function
	at    int         // the register of the result, counted from the stack's beginning
}

// formTable lists the functions of language.md 5, by name. It is a function since
// some forms call the machine, which looks into it.
func formTable() map[string]form {
	return map[string]form{
		parallel.Map: mapForm, parallel.Forall: forallForm, parallel.DilatedMap: dilatedForm, parallel.Zip: zipForm,
		parallel.Filter: filterForm, parallel.Filterall: filterallForm, parallel.Reduce: reduceForm,
		parallel.ScanLeft: scanForm(false), parallel.ScanRight: scanForm(true),
		parallel.FoldLeft: foldForm(false), parallel.FoldRight: foldForm(true),
		parallel.Length: lengthForm, parallel.Depth: depthForm, parallel.First: firstForm, parallel.Last: lastForm,
		parallel.Slice: sliceForm, parallel.Gather: gatherForm, parallel.Join: joinForm, parallel.Repeat: repeatForm,
		parallel.Arange: arangeForm, parallel.Split: splitForm, parallel.Product: productForm, parallel.Enumerate: enumerateForm,
		parallel.Slide: slideForm, parallel.Window: windowForm, parallel.ShiftedSlide: windowForm,
		parallel.Stack: stackForm, parallel.Slices: slicesForm, parallel.Flatten: flattenForm,
	}
}

// builtinForm is the form of what no operator of the table does; nil for noBuiltin.
func builtinForm(b code.Builtin) form {
	switch b {
	case code.FillConstant:
		return fillForm
	case code.RebindArguments:
		return rebindForm
	}
	return nil
}

// runnable are the operators without a kernel that can be run all the same.
var runnable = formTable()

// Runs reports whether calls of an operator can be run: some are typed only.
func Runs(o *op.Op) bool {
	return o.Kernel != nil || o.Map != nil || o.Fractal != nil || runnable[o.Canonical()] != nil
}

// fractal is argument i, which the checker knows to be a FractalTensor.
func (c *formCall) fractal(i int) *value.Fractal { return c.args[i].Fractal() }

// number is argument i, or else the attribute of that name, as an integer.
func (c *formCall) number(i int, name string, otherwise int) int {
	if i >= 0 && i < len(c.args) && c.args[i].IsSet() {
		return int(int64(c.args[i].W))
	}
	if n, ok := c.site.Attrs.Int(name); ok {
		return int(n)
	}
	return otherwise
}
