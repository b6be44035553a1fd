package pattern

import (
	"sync"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/table"
)

// Ops is the table of the operators that patterns mention. It is not to be changed.
var Ops = sync.OnceValue(table.Default)

// maxOperators is how many operators of alternatives are looked at.
const maxOperators = 64

// Operators are the operators that a pattern matches; nil where it may match anything
// else. Of an operator with a form for FractalTensors both are among them.
func Operators(p *Pattern) []*op.Op {
	var found []*op.Op
	rest := []*Pattern{p}
	for len(rest) > 0 && len(found) < maxOperators {
		p, rest = rest[len(rest)-1], rest[:len(rest)-1]
		switch p.Kind {
		case Operator:
			o := Ops()[p.Name]
			if o == nil {
				return nil
			}
			if found = append(found, o); o.Fractal != nil {
				found = append(found, o.Fractal)
			}
		case Capture, And: // the first part of `&` says which operator it is
			rest = append(rest, p.Parts[0])
		case Or:
			rest = append(rest, p.Parts[1], p.Parts[0])
		default:
			return nil
		}
	}
	return found
}
