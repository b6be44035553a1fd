package runtime

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// devices lists the operators that say where something is computed, and those
// that compilers put into programs.
var devices = []*op.Op{
	{
		Name: "on_device", Kind: op.Opaque, Params: op.Args("body"),
		Doc:  "Says on which device an expression is computed.",
		Rule: op.IdentityRule,
		Attrs: []op.Attr{
			relate.Optional("virtual_device", op.ExprAttr, "the device, from the metadata section"),
			relate.Bool("constrain_result", false, "the result is placed on the device"),
			relate.Bool("constrain_body", true, "the body is computed on the device"),
		},
		Traits:   op.Traits{Cost: op.ViewCost, Range: op.Moves},
		Relation: same, Kernel: sameKernel,
	},
	{
		Name: "device_copy", Kind: op.Opaque, Params: op.Args("data"),
		Doc:  "Copies from one device to another.",
		Rule: op.IdentityRule,
		Attrs: []op.Attr{
			relate.Required("src_virtual_device", op.ExprAttr, "the device of data, from the metadata section"),
			relate.Required("dst_virtual_device", op.ExprAttr, "the device of the result, from the metadata section"),
		},
		Traits:   op.Traits{Cost: op.ViewCost, Range: op.Moves},
		Relation: deviceCopy, Kernel: sameKernel,
	},
	{
		Name: "debug", Kind: op.Opaque, Params: op.Args("program"),
		Doc:      "Calls a function of the host with a value, and gives the value.",
		Rule:     op.IdentityRule,
		Attrs:    []op.Attr{relate.Required("debug_func", op.ExprAttr, "the function, from the metadata section; None for none")},
		Traits:   op.Traits{Cost: op.ViewCost, Range: op.Moves},
		Relation: same, Kernel: sameKernel,
	},
	{
		Name: "call_lowered", Kind: op.Opaque, Params: op.Args("func", "call_args"),
		Doc:      "Calls a compiled function with a tuple of its arguments.",
		Rule:     "call_args is the tuple of the function's parameters; the result is the function's",
		Attrs:    []op.Attr{relate.Optional("metadata", op.AnyAttr, "what the compiler noted")},
		Compiled: true, Relation: callLowered, Kernel: callLoweredKernel,
	},
	{
		Name: "parser.MetaRef", Kind: op.Opaque,
		Doc:  "Stands for an entry of the metadata section while text is read.",
		Rule: "it has no type of its own",
		Attrs: []op.Attr{
			relate.Required("node_type_key", op.StringAttr, "kind of the entry"),
			relate.Required("node_index", op.IntAttr, "its number"),
		},
		Relation: untypable("refers to an entry of the metadata section: write `meta[…][…]`"),
	},
	{
		Name: "meta_schedule_layout_transform", Kind: op.Opaque, Params: op.Args("data"),
		Doc:      "Moves the elements as an index map of the compiler says.",
		Rule:     "it cannot be written in text, which has no index maps",
		Attrs:    []op.Attr{relate.Required("index_map", op.ExprAttr, "the map")},
		Relation: untypable("needs an index map, which text cannot write"),
	},
}

// same gives the type of the first argument, of whatever kind.
func same(c *op.Call) op.Answer { return op.Done(c.Args[0]) }

func deviceCopy(c *op.Call) op.Answer {
	for _, a := range c.Op.Attrs {
		if !c.Attrs.Has(a.Name) {
			return op.FailAttr(a.Name, "attribute-value", fmt.Sprintf("`%s` of `device_copy` must be a device, not `None`", a.Name))
		}
	}
	return same(c)
}

func untypable(why string) op.Relation {
	return func(c *op.Call) op.Answer {
		return op.FailArg(-1, "attribute-value", fmt.Sprintf("`%s` %s", c.Op.Name, why))
	}
}

func callLowered(c *op.Call) op.Answer {
	switch f := c.Arg(0).(type) {
	case *types.Func:
		return op.Done(f.Out, op.Equation{Arg: 1, Type: &types.Tuple{Elems: f.In}})
	case *types.Var:
		return op.WaitFor(0)
	case *types.Bad:
		return op.Silent()
	}
	return op.FailArg(0, "type-mismatch", fmt.Sprintf("%s must be a function, not %s", c.Operand(0), op.KindOf(c.Arg(0))))
}

// sameKernel gives the first argument: all devices are this one.
func sameKernel(_ op.Machine, c *op.KernelCall) (value.Value, error) { return c.Args[0], nil }

func callLoweredKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	args, ok := c.Args[1].(*value.Tuple)
	if !ok {
		return nil, fmt.Errorf("`call_lowered` needs the arguments as a tuple")
	}
	return m.Call(c.Args[0], args.Elems...)
}
