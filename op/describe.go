package op

import "github.com/fraccheck/fraccheck/types"

// required describes an attribute that each call must give.
func required(name string, t AttrType, doc string) Attr {
	return Attr{Name: name, Type: t, Required: true, Doc: doc}
}

// optional describes an attribute without a value where it is left out.
func optional(name string, t AttrType, doc string) Attr {
	return Attr{Name: name, Type: t, Doc: doc}
}

func intAttr(name string, n int64, doc string) Attr {
	return Attr{Name: name, Type: IntAttr, Default: Int(n), Doc: doc}
}

func boolAttr(name string, b bool, doc string) Attr {
	return Attr{Name: name, Type: BoolAttr, Default: Boolean(b), Doc: doc}
}

func floatAttr(name string, x float64, doc string) Attr {
	return Attr{Name: name, Type: FloatAttr, Default: Float(x), Doc: doc}
}

func textAttr(name, text, doc string, allowed ...string) Attr {
	return Attr{Name: name, Type: StringAttr, Default: Text(text), Doc: doc, Allowed: allowed}
}

// keyAttr names the class of attributes of an operator that registers none.
func keyAttr(class string) Attr {
	class = "relay.attrs." + class
	return Attr{Name: typeKey, Type: StringAttr, Allowed: []string{class}, Doc: "class of the attributes, needed where any is given"}
}

// dtypeAttr is the dtype of a result.
func dtypeAttr() Attr { return optional("dtype", DtypeAttr, "dtype of the result") }

// resultDtype reads `dtype`, with a warning where text leaves it out and no
// other dtype stands in.
func resultDtype(c *Call) (t types.Dtype, warn []Warning) {
	t = c.Attrs.Dtype("dtype")
	if t.Bits == 0 {
		warn = append(warn, Suspect("dtype", "suspect-attribute",
			"`"+c.Op.Name+"` without `dtype` gives a tensor of no dtype, which nothing can use",
			"give one, as in `dtype=\"float32\"`"))
	}
	return t, warn
}
