package meaning

import (
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// ofOne are the operators whose operands all have one dtype, which the result has too.
var ofOne = map[string]bool{
	"matmul": true, "nn.bias_add": true, "nn.prelu": true, "nn.batch_norm": true, "nn.layer_norm": true,
	"einsum": true, "concatenate": true, "stack": true, "nn.relu": true, "clip": true, "nn.softmax": true, "nn.log_softmax": true,
	"transpose": true, "reshape": true, "expand_dims": true, "squeeze": true, "strided_slice": true, "reverse": true, "repeat": true, "tile": true,
	"sum": true, "mean": true, "max": true, "min": true, "prod": true, "broadcast_to": true, "nn.batch_flatten": true,
}

// dtypeClasses are the variables of a rule's left side in classes of one dtype, as far as
// its operators determine them. It saves cases: other dtypes are found case by case.
func dtypeClasses(r *termpkg.Rule) [][]*termpkg.Term {
	of := map[*termpkg.Term][]*termpkg.Term{} // the variables that have the dtype of a term
	var classes [][]*termpkg.Term
	merge := func(vs []*termpkg.Term) {
		joined := vs
		var rest [][]*termpkg.Term
		for _, c := range classes {
			if meets(c, vs) {
				joined = union(joined, c)
			} else {
				rest = append(rest, c)
			}
		}
		classes = append(rest, joined)
	}
	termpkg.Walk(r.Left, func(t *termpkg.Term) {
		switch t.Kind {
		case termpkg.Variable, termpkg.Constant, termpkg.Number:
			of[t] = []*termpkg.Term{t}
		case termpkg.Project:
			of[t] = of[t.Args[0]]
		case termpkg.Tuple:
			for _, a := range t.Args {
				of[t] = union(of[t], of[a])
			}
		case termpkg.Call:
			var all []*termpkg.Term
			for _, a := range t.Args {
				all = union(all, of[a])
			}
			name := t.Op.Canonical()
			if (elementwise(t.Op) || ofOne[name]) && name != "cast" && name != "cast_like" && name != "where" {
				merge(all)
				if !comparing[name] {
					of[t] = all
				}
			}
			if t.Op.Attr("out_dtype") >= 0 {
				of[t] = nil
			}
		}
	})
	return classes
}

func meets(a, b []*termpkg.Term) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				return true
			}
		}
	}
	return false
}

func union(a, b []*termpkg.Term) []*termpkg.Term {
	all := append([]*termpkg.Term{}, a...)
	for _, y := range b {
		if !meets(all, []*termpkg.Term{y}) {
			all = append(all, y)
		}
	}
	return all
}
