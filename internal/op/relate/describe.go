package relate

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Required describes an attribute that each call must give.
func Required(name string, t op.AttrType, doc string) op.Attr {
	return op.Attr{Name: name, Type: t, Required: true, Doc: doc}
}

// Optional describes an attribute without a value where it is left out.
func Optional(name string, t op.AttrType, doc string) op.Attr {
	return op.Attr{Name: name, Type: t, Doc: doc}
}

func Int(name string, n int64, doc string) op.Attr {
	return op.Attr{Name: name, Type: op.IntAttr, Default: op.Int(n), Doc: doc}
}

func Bool(name string, b bool, doc string) op.Attr {
	return op.Attr{Name: name, Type: op.BoolAttr, Default: op.Boolean(b), Doc: doc}
}

func Float(name string, x float64, doc string) op.Attr {
	return op.Attr{Name: name, Type: op.FloatAttr, Default: op.Float(x), Doc: doc}
}

func String(name, text, doc string, allowed ...string) op.Attr {
	return op.Attr{Name: name, Type: op.StringAttr, Default: op.Text(text), Doc: doc, Allowed: allowed}
}

// Known describes a string of which TVM lets any through, with those that mean something.
func Known(name, text, doc string, known ...string) op.Attr {
	return op.Attr{Name: name, Type: op.StringAttr, Default: op.Text(text), Doc: doc, Known: known}
}

// LayoutOf describes the order of a tensor's dimensions, which are those of a canonical
// layout.
func LayoutOf(name, canonical, doc string) op.Attr {
	a := Known(name, canonical, doc, Layouts(canonical)...)
	a.Open = true
	return a
}

// OutLayout describes the order of a result's dimensions, which need not be given.
func OutLayout(canonical, doc string) op.Attr {
	a := LayoutOf("out_layout", canonical, doc)
	a.Default = op.Text("")
	return a
}

// TypeKey names the class of attributes of an operator that registers none.
func TypeKey(class string) op.Attr {
	class = "relay.attrs." + class
	return op.Attr{Name: op.TypeKey, Type: op.StringAttr, Allowed: []string{class}, Doc: "class of the attributes, which TVM needs in text where any is given"}
}

// DtypeAttr is the dtype of a result.
func DtypeAttr() op.Attr { return Optional("dtype", op.DtypeAttr, "dtype of the result") }

// ResultDtype reads `dtype`, with a warning where text leaves it out and no
// other dtype is in.
func ResultDtype(c *op.Call) (t types.Dtype, warn []op.Warning) {
	t = c.Attrs.Dtype("dtype")
	if t.Bits == 0 {
		warn = append(warn, op.Suspect("dtype", "suspect-attribute",
			"`"+c.Op.Name+"` without `dtype` gives a tensor of no dtype, which nothing can use",
			"give one, as in `dtype=\"float32\"`"))
	}
	return t, warn
}
