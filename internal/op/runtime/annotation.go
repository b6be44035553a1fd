package runtime

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

func annotations() []*op.Op {
	return []*op.Op{
		annotation("bitpack_start", "Marks where values begin to be packed into bits."),
		annotation("bitpack_end", "Marks where values stop being packed into bits."),
		annotation("cast_hint", "Marks a value that may be cast to a given dtype.", classed("CastHintAttrs",
			relate.Optional("dtype", op.DtypeAttr, "the dtype, which is needed where the class is named"))...),
		annotation("checkpoint", "Marks a value that is computed again in the backward pass rather than kept."),
		annotation("compiler_begin", "Marks where a region for another compiler begins.", compiler()...),
		annotation("compiler_end", "Marks where a region for another compiler ends.", compiler()...),
		annotation("stop_fusion", "Keeps a value from being fused with what uses it."),
	}
}

func annotation(name, doc string, attrs ...op.Attr) *op.Op {
	return &op.Op{
		Name: "annotation." + name, Doc: doc, Kind: op.Opaque, Params: op.Args("data"),
		Rule: "the result has the argument's type, whatever it is", Attrs: attrs, Relation: annotated, Kernel: unchanged,
		Traits: op.Traits{Cost: op.ViewCost, Range: op.Moves},
	}
}

// unchanged gives the argument: marks mean nothing when a program runs.
func unchanged(_ op.Machine, c *op.KernelCall) (value.Value, error) { return c.Args[0], nil }

func compiler() []op.Attr {
	return classed("CompilerAttrs", relate.Optional("compiler", op.StringAttr, "name of the compiler, which is needed where the class is named"))
}

const typeKey = "attrs_type_key"

// classed adds to an attribute the name of its class, without which TVM does
// not read it.
func classed(class string, attr op.Attr) []op.Attr {
	return []op.Attr{attr, {
		Name: typeKey, Type: op.StringAttr, Allowed: []string{"relay.attrs." + class},
		Doc: "class of the attributes, which TVM needs in text where any is given",
	}}
}

// annotated wants all attributes where their class is named.
func annotated(c *op.Call) op.Answer {
	for _, a := range c.Op.Attrs {
		if c.Attrs.IsGiven(typeKey) && !c.Attrs.Has(a.Name) {
			return op.FailAttr(typeKey, "attribute-value", "`"+c.Op.Name+"` needs the attribute `"+a.Name+"` where their class is named")
		}
	}
	return op.Done(c.Args[0])
}
