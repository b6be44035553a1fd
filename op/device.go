package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/types"
)

// devices lists the operators that say where something is computed, and those
// that compilers put into programs.
var devices = []*Op{
	{
		Name: "on_device", Kind: Opaque, Params: Args("body"),
		Doc:  "Says on which device an expression is computed.",
		Rule: identityRule,
		Attrs: []Attr{
			optional("virtual_device", ExprAttr, "the device, from the metadata section"),
			boolAttr("constrain_result", false, "the result stands on the device"),
			boolAttr("constrain_body", true, "the body is computed on the device"),
		},
		Relation: same, Kernel: sameKernel,
	},
	{
		Name: "device_copy", Kind: Opaque, Params: Args("data"),
		Doc:  "Copies from one device to another.",
		Rule: identityRule,
		Attrs: []Attr{
			required("src_virtual_device", ExprAttr, "the device of data, from the metadata section"),
			required("dst_virtual_device", ExprAttr, "the device of the result, from the metadata section"),
		},
		Relation: deviceCopy, Kernel: sameKernel,
	},
	{
		Name: "debug", Kind: Opaque, Params: Args("program"),
		Doc:      "Calls a function of the host with a value, and gives the value.",
		Rule:     identityRule,
		Attrs:    []Attr{required("debug_func", ExprAttr, "the function, from the metadata section; None for none")},
		Relation: same, Kernel: sameKernel,
	},
	{
		Name: "call_lowered", Kind: Opaque, Params: Args("func", "call_args"),
		Doc:      "Calls a compiled function with a tuple of its arguments.",
		Rule:     "call_args is the tuple of the function's parameters; the result is the function's",
		Attrs:    []Attr{optional("metadata", AnyAttr, "what the compiler noted")},
		Relation: callLowered, Kernel: callLoweredKernel,
	},
	{
		Name: "parser.MetaRef", Kind: Opaque,
		Doc:  "Stands for an entry of the metadata section while text is read.",
		Rule: "it has no type of its own",
		Attrs: []Attr{
			required("node_type_key", StringAttr, "kind of the entry"),
			required("node_index", IntAttr, "its number"),
		},
		Relation: untypable("stands for an entry of the metadata section: write `meta[…][…]`"),
	},
	{
		Name: "meta_schedule_layout_transform", Kind: Opaque, Params: Args("data"),
		Doc:      "Moves the elements as an index map of the compiler says.",
		Rule:     "it cannot be written in text, which has no index maps",
		Attrs:    []Attr{required("index_map", ExprAttr, "the map")},
		Relation: untypable("needs an index map, which text cannot write"),
	},
}

// same gives the type of the first argument, of whatever kind.
func same(c *Call) Answer { return Done(c.Args[0]) }

func deviceCopy(c *Call) Answer {
	for _, a := range c.Op.Attrs {
		if !c.Attrs.Has(a.Name) {
			return FailAttr(a.Name, "attribute-value", fmt.Sprintf("`%s` of `device_copy` must be a device, not `None`", a.Name))
		}
	}
	return same(c)
}

func untypable(why string) Relation {
	return func(c *Call) Answer {
		return FailArg(-1, "attribute-value", fmt.Sprintf("`%s` %s", c.Op.Name, why))
	}
}

func callLowered(c *Call) Answer {
	switch f := c.Arg(0).(type) {
	case *types.Func:
		return Done(f.Out, Equation{Arg: 1, Type: &types.Tuple{Elems: f.In}})
	case *types.Var:
		return WaitFor(0)
	case *types.Bad:
		return Silent()
	}
	return FailArg(0, "type-mismatch", fmt.Sprintf("%s must be a function, not %s", c.operand(0), kindOf(c.Arg(0))))
}
