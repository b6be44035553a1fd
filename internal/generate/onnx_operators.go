package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/model/onnx"
	"github.com/fraccheck/fraccheck/internal/model/onnx/schema"
)

// otherDomains are the operator sets of ONNX besides the default one.
var otherDomains = []string{"ai.onnx.ml", "ai.onnx.preview", "ai.onnx.preview.training"}

// onnxOperators is the manual's table of ONNX's operators.
func onnxOperators(string) ([]byte, error) {
	var rows strings.Builder
	counts := map[string]int{}
	operators := onnx.Operators()
	for _, o := range operators {
		becomes, versions := o.Becomes, fmt.Sprint(o.Versions[0])
		for _, v := range o.Versions[1:] {
			versions += fmt.Sprint(", ", v)
		}
		if o.Removed > 0 {
			versions += fmt.Sprintf("; removed in %d", o.Removed)
		}
		switch {
		case becomes == "":
			becomes = "refused: " + o.Reason
			counts["refused"]++
		case becomes == typedOnly:
			counts[typedOnly]++
		default:
			counts["run"]++
		}
		fmt.Fprintf(&rows, "| %s | %s | %s |\n", o.Name, versions, cell(becomes))
	}
	var others strings.Builder
	for _, d := range otherDomains {
		if names := schema.Operators(d); len(names) > 0 {
			slices.Sort(names)
			fmt.Fprintf(&others, "- `%s`: %s\n", d, strings.Join(names, ", "))
		}
	}
	return fmt.Appendf(nil, `# ONNX operators

What the nodes of an [ONNX model](models.md) become in the program that stands for it. The
table is made from the entries that translate them. It has the %d operators of ONNX's default
domain up to operator set %d: %d become [operators](operators.md) or constructs of the
language, %d are typed only (a model with one cannot be run), %d are refused.

The versions are those of the operator set that defined the operator or changed its signature.
A node is read by the version that its model imports. Several names in the last column mean
that a node becomes calls of some of them; which ones depends on its attributes and on its
inputs.

A refused operator becomes an opaque call: its results have the types that the model declares
for them, it costs nothing that is known, and a model with it cannot be run. The diagnostic is
[unknown-operator](../internal/explain/pages/unknown-operator.md), a warning.

| operator | versions | becomes |
|---|---|---|
%s
## Other operator sets of ONNX

Nodes of these have the form (inputs, outputs, attributes, dtypes) that is checked, and become
opaque calls:

%s`, len(operators), schema.Newest(""), counts["run"], counts[typedOnly], counts["refused"], rows.String(), others.String()), nil
}

// typedOnly is what the entries of operators say that have types and no values.
const typedOnly = "typed only"
