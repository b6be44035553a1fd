package constcheck

import (
	"strconv"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A scan passes once over the nodes of an item to find out whether there can be
// anything to report, which holds for few. Children come before their parents. It
// errs on the side of looking: of an item that it takes for a candidate the graph
// is made, whose values say what a variable is.
type scan struct {
	item  *syntax.Item
	info  *typecheck.Info
	ops   op.Table
	marks []mark // by node
	ifs   int
	asks  bool // an `if` whose condition names a variable was met
	found bool
}

// A mark says what an expression may come to.
type mark uint8

const (
	// known is what may be a constant, and a condition of which a part may be.
	known mark = 1 << iota
	// named is a variable, and a condition of which a part is one.
	named
)

// used has scans whose marks is used again. Nothing else of one is kept.
var used scratch.Pool[scan]

// candidate reports whether an item may have a condition or a fault to report.
func candidate(pass *analysis.Pass) bool {
	s := used.Get()
	marks := scratch.Cleared(&s.marks, pass.Item.Len())
	*s = scan{item: pass.Item, info: pass.Info, ops: pass.Module.Ops(), marks: marks}
	found := s.look()
	*s = scan{marks: marks}
	used.Put(s, cap(marks))
	return found
}

func (s *scan) look() bool {
	for n := syntax.NodeID(1); int(n) < s.item.Len() && !s.found; n++ {
		if look := scans[s.item.Kind(n)]; look != nil {
			s.marks[n] = look(s, n)
		}
	}
	// What an `if` has asked for, an `if` inside may ask for again.
	return s.found && s.reportable() || s.asks && s.ifs > 1
}

// reportable reports whether an item has something that is reported where it rests on a
// constant: a condition, or an operation that fails on some numbers.
func (s *scan) reportable() bool {
	for n := syntax.NodeID(1); int(n) < s.item.Len(); n++ {
		if check := reported[s.item.Kind(n)]; check != nil && check(s, n) {
			return true
		}
	}
	return false
}

var reported = [1 << 8]func(s *scan, n syntax.NodeID) bool{
	syntax.If:       func(*scan, syntax.NodeID) bool { return true },
	syntax.Index:    func(*scan, syntax.NodeID) bool { return true },
	syntax.Segment:  func(s *scan, n syntax.NodeID) bool { return s.item.SourceText(n)[0] == '/' },
	syntax.Operator: func(s *scan, n syntax.NodeID) bool { o := s.operator(n); return o == nil || fails(o) },
	syntax.Call:     func(s *scan, n syntax.NodeID) bool { return !s.harmless(n) && s.info.OperatorCall(n) != nil },
}

// scans say how the expressions are looked at that can be constants or have
// something to report.
var scans = [1 << 8]func(s *scan, n syntax.NodeID) mark{
	syntax.Int:    func(*scan, syntax.NodeID) mark { return known },
	syntax.Bool:   func(*scan, syntax.NodeID) mark { return known },
	syntax.Local:  (*scan).divisible,
	syntax.Name:   (*scan).variable,
	syntax.Paren:  func(s *scan, n syntax.NodeID) mark { return s.marks[s.item.Inner(n)] },
	syntax.Block:  (*scan).block,
	syntax.Let:    (*scan).let,
	syntax.Graph:  (*scan).graph,
	syntax.Match:  (*scan).match,
	syntax.Unary:  func(s *scan, n syntax.NodeID) mark { return s.marks[s.item.Unary(n).Operand] & known },
	syntax.Binary: (*scan).binary,
	syntax.Call:   (*scan).call,
	syntax.Index:  (*scan).index,
	syntax.If:     (*scan).branch,
}

func (s *scan) variable(n syntax.NodeID) mark {
	if s.local(n) == nil {
		return 0
	}
	return named
}

// local is the local variable that a node names; nil for none.
func (s *scan) local(n syntax.NodeID) *typecheck.Object {
	if o := s.info.Objects[n]; o != nil && o.Kind == typecheck.LocalObject {
		return o
	}
	return nil
}

// divisible is a variable with its tail; the division in `%x/2` is left to the
// graph.
func (s *scan) divisible(n syntax.NodeID) mark {
	for _, segment := range s.item.Kids(n) {
		s.found = s.found || s.item.SourceText(segment)[0] == '/'
	}
	return s.variable(n)
}

func (s *scan) block(n syntax.NodeID) mark {
	kids := s.item.Kids(n)
	if len(kids) == 0 {
		return 0
	}
	return s.marks[kids[len(kids)-1]]
}

func (s *scan) let(n syntax.NodeID) mark {
	let := s.item.Let(n)
	s.bind(let.Pattern, let.Value)
	return 0
}

func (s *scan) graph(n syntax.NodeID) mark {
	s.found = s.found || s.marks[s.item.Graph(n).Value] != 0
	return 0
}

func (s *scan) match(n syntax.NodeID) mark {
	parts := s.item.Match(n)
	for _, c := range parts.Clauses {
		if s.item.Kind(c) == syntax.Clause {
			s.bind(s.item.Clause(c).Pattern, parts.Scrutinee)
		}
	}
	return 0
}

// bind finds variables that represent a constant or another variable: of those,
// names say too little.
func (s *scan) bind(pattern, value syntax.NodeID) {
	if s.marks[value] == 0 || apart[s.item.Kind(pattern)] {
		return
	}
	s.found = s.found || s.item.Kind(pattern) != syntax.PatName || s.local(pattern) != nil
}

// apart are the patterns that bind no variable to all that they look at.
var apart = [1 << 8]bool{syntax.PatCons: true, syntax.PatTuple: true, syntax.PatWild: true, syntax.PatLit: true}

// binary is a chain of operators.
func (s *scan) binary(n syntax.NodeID) mark {
	chain := s.item.Binary(n)
	left, at := s.marks[chain.First], chain.First
	for i := range chain.Links() {
		operator, right := chain.Link(i)
		switch token := syntax.TokenKind(s.item.Node(operator).Data); {
		case token == syntax.TokAnd || token == syntax.TokOr:
			left |= s.marks[right]
		case reflexive[token] && s.same(at, right):
			left = known
		default:
			s.apply(s.operator(operator), right)
			left &= s.marks[right] & known
		}
		at = operator
	}
	return left
}

// reflexive are the comparisons that are decided where both sides are the same.
var reflexive = [1 << 8]bool{
	syntax.TokEq: true, syntax.TokLessEq: true, syntax.TokGreaterEq: true,
	syntax.TokNotEq: true, syntax.TokLess: true, syntax.TokGreater: true,
}

// same reports whether a and b name one variable.
func (s *scan) same(a, b syntax.NodeID) bool {
	if s.marks[a]&s.marks[b]&named == 0 {
		return false
	}
	o := s.local(s.item.Bare(a))
	return o != nil && o == s.local(s.item.Bare(b))
}

func (s *scan) operator(n syntax.NodeID) *op.Op {
	if o := s.info.Objects[n]; o != nil {
		return s.ops[o.Op]
	}
	return nil
}

// call is a call of an operator, if constants are among its arguments.
func (s *scan) call(n syntax.NodeID) mark {
	any, all := mark(0), known
	for _, arg := range s.item.Call(n).Args {
		if s.item.Kind(arg) == syntax.NamedArg {
			any |= s.marks[s.item.NamedArg(arg).Value]
			continue
		}
		any |= s.marks[arg]
		all &= s.marks[arg]
	}
	if any&known == 0 {
		return 0
	}
	if s.harmless(n) {
		return all // those with names may be operands, or not
	}
	return s.operands(n)
}

func (s *scan) operands(n syntax.NodeID) mark {
	call := s.info.OperatorCall(n)
	if call == nil {
		return 0
	}
	all := known
	for _, args := range [][]syntax.NodeID{call.Args, call.Extra} {
		for _, arg := range args {
			all &= s.marks[arg]
			s.apply(call.Op, arg)
		}
	}
	return all
}

// harmless reports whether n is a call whose name denotes an operator that fails on no constant,
// nor does its form on FractalTensors.
func (s *scan) harmless(n syntax.NodeID) bool {
	o := s.operator(s.item.Call(n).Callee)
	return o != nil && !fails(o) && (o.Fractal == nil || !fails(o.Fractal))
}

// fails reports whether o is an operator that fails on some numbers.
func fails(o *op.Op) bool { return o == parallel.Element || divides(o) }

// divides reports whether o is known to fail on an integer divisor that is 0.
func divides(o *op.Op) bool { return o.Fails.Known() && o.Fails.May(op.OnZero) }

// apply looks at an operand of an operator.
func (s *scan) apply(o *op.Op, operand syntax.NodeID) {
	if o != nil && s.marks[operand]&known != 0 {
		s.found = s.found || o == parallel.Element || fails(o) && !s.positive(operand)
	}
}

// positive reports whether n is a number of one or two digits that is not 0, which it is at every
// dtype.
func (s *scan) positive(n syntax.NodeID) bool {
	n = s.item.Unparen(n)
	if s.item.Kind(n) != syntax.Int {
		return false
	}
	text := s.item.NumberText(n)
	return len(text) <= 2 && '1' <= text[0] && text[0] <= '9'
}

func (s *scan) index(n syntax.NodeID) mark {
	if index := s.item.Index(n); !s.inside(index) {
		s.apply(parallel.Element, index.At)
	}
	return 0
}

// inside reports whether index is a tensor's element by a number that is written out and not too
// large.
func (s *scan) inside(index syntax.IndexNode) bool {
	t, ok := types.Head(s.info.Types[index.Sequence]).(*types.Tensor)
	if !ok || len(t.Shape) == 0 || s.item.Kind(index.At) != syntax.Int {
		return false
	}
	at, err := strconv.ParseInt(s.item.SourceText(index.At), 10, 64)
	length, known := t.Shape[0].Const()
	return err == nil && known && 0 <= at && at < length
}

func (s *scan) branch(n syntax.NodeID) mark {
	condition := s.marks[s.item.If(n).Cond]
	s.ifs++
	s.asks = s.asks || condition&named != 0
	s.found = s.found || condition&known != 0
	return 0
}
