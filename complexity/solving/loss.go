package solving

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Loss says why there is no bound, and where that was found out.
type Loss struct {
	Reason Reason
	Item   *syntax.Item
	Node   syntax.NodeID
	// Cause is why what is called there has none; nil where that is not known. In is the
	// definition that this is found in, of a Cause alone; empty for
	// a function literal.
	Cause *Loss
	In    string
	// Unknown is what the call there passes of which nothing is known, in the order of its
	// arguments.
	Unknown []Passed
}

// A Passed is an argument of a call of which nothing is known.
type Passed struct {
	Text      string // of the argument
	Parameter string // with its sigil
	Function  bool   // else it is an integer
}

// An UnknownParameter is one of a body to which such an argument is passed: the i-th.
type UnknownParameter struct {
	Index    int
	Name     string
	Function bool
}

// A Reason is why there is no bound.
type Reason uint8

const (
	NoBody             Reason = iota // nothing to look at: declared, or in error
	NotFollowed                      // a form that the walk does not know
	TooManyPaths                     // more than maxPaths
	TooManyForms                     // a function called with more and more forms of arguments
	UnknownFunction                  // a call of a function that is not known
	OperatorCost                     // an operator whose cost is not known
	TooLarge                         // more sizes than are followed, or larger ones
	CallCost                         // a call of what has no bound
	CallSizes                        // a call that passes what may be of any size
	NoPolynomial                     // no polynomial of a small degree was found to be a bound
	UnknownExtent                    // an operator on tensors of extents that a run decides
	ParallelEffects                  // a function on elements that reads or writes references
	OperatorUndeclared               // an operator of which no cost is declared
	OperatorTypes                    // an operator on values whose types are not known
	OperatorWindows                  // an operator whose windows may be larger than the data
	Unwritten                        // there is a hole
	Stopped                          // the time that there was is over
	reasons
)

// messages say why there is no bound.
var messages = [...]string{
	NoBody:          "it has errors, or no body",
	NotFollowed:     "what this does is not followed",
	TooManyPaths:    "there are too many ways through it",
	TooManyForms:    "this is called with more and more kinds of arguments",
	UnknownFunction: "which function is called here is not known",
	UnknownExtent:   "how large the tensors are that this works on is known only when it is run",
	TooLarge:        "it is too large to be followed",
	CallCost:        "what this call costs is not known",
	CallSizes:       "the sizes of what this call passes have no bound in those of the arguments",
	ParallelEffects: "the function that this calls for each element reads or writes references, and the span of such calls is not followed",
	Unwritten:       "this is still to be written",
	Stopped:         "it takes too long to be bounded",
	NoPolynomial:    "no polynomial of degree 3 or less in the sizes of its arguments was found that bounds it",
}

// ofOperators say why what an operator costs is not known.
var ofOperators = map[Reason]string{
	OperatorCost:       "its formula has no bound in these sizes",
	OperatorUndeclared: "no cost is declared for this operator",
	OperatorTypes:      "the types of what it works on are not known here",
	OperatorWindows:    "its windows may be larger than the data",
}

// ofCalls say it of a call, which stands for the %.
var ofCalls = [reasons]string{
	TooManyForms:    "% is called with more and more kinds of arguments",
	UnknownFunction: "which function % calls is not known",
	UnknownExtent:   "how large the tensors are that % works on is known only when it is run",
	CallCost:        "what the call % costs is not known",
	CallSizes:       "the sizes of what the call % passes have no bound in those of the arguments",
	NoPolynomial:    "no bound was found of how often % is called",
	ParallelEffects: "the function that % calls for each element reads or writes references, and the span of such calls is not followed",
}

// String says it in words.
func (l *Loss) String() string {
	if l == nil {
		return "no bound of it was found"
	}
	if why := ofOperators[l.Reason]; why != "" {
		return "what " + l.operator() + " costs is not known: " + why
	}
	if l.Reason == UnknownFunction && l.Item != nil && l.Item.Kind(l.Node) == syntax.Global {
		return "the function `" + l.Item.SourceText(l.Node) + "` is not in this program"
	}
	text := messages[l.Reason]
	if l.Item != nil && l.Node != syntax.NoNode && l.Item.Kind(l.Node) == syntax.Call && ofCalls[l.Reason] != "" {
		text = strings.ReplaceAll(ofCalls[l.Reason], "%", "`"+quoted(l.Item, l.Node)+"`")
	}
	join := ": "
	for _, u := range l.Unknown {
		what, lacks := "the integer", "is not known to be a size"
		if u.Function {
			what, lacks = "the function", "is not known"
		}
		text += join + what + " `" + u.Text + "`, which it passes for `" + u.Parameter + "`, " + lacks
		join = ", and "
	}
	return text
}

// operator names the operator that has no bound: by its name, or by the expression that it stands in.
func (l *Loss) operator() string {
	if l.Item == nil || l.Node == syntax.NoNode {
		return "an operator"
	}
	if l.Item.Kind(l.Node) == syntax.Call {
		if callee := l.Item.Call(l.Node).Callee; l.Item.Kind(callee) == syntax.Name {
			return "`" + l.Item.SourceText(callee) + "`"
		}
	}
	return "`" + quoted(l.Item, l.Node) + "`"
}

// Remedy says what a bound needs that there is none of; empty where that is not known.
func (l *Loss) Remedy() string {
	for l != nil && len(l.Unknown) == 0 && l.Cause != nil {
		l = l.Cause
	}
	if l == nil {
		return ""
	}
	if len(l.Unknown) > 0 {
		if l.Unknown[0].Function {
			return "a bound needs a function that is known where it is called: one that is written there, named, or passed in"
		}
		return "a bound needs an integer that the text shows to be between 0 and sizes of the arguments, as a comparison with one does"
	}
	return remedies[l.Reason]
}

var remedies = [reasons]string{
	TooManyPaths:    "a bound needs fewer ways through a body: a part of it as a definition of its own",
	TooManyForms:    "a bound needs calls that pass functions of few forms: not one that captures the one before in each call",
	UnknownFunction: "a bound needs a function that is known where it is called: one that is written there, named, or passed in",
	UnknownExtent:   "a bound needs extents with names, as in `Tensor[(n, 4), float32]`, or `--assume '?=1'`",
	OperatorTypes:   "a bound needs types that are written or inferred: annotate what the operator works on",
	CallSizes:       "a bound needs sizes that are known in those of the arguments: a result whose size is",
	NoPolynomial:    "a bound needs a size that gets smaller in each call: a part of data, or an integer that a condition keeps above another one",
	ParallelEffects: "a bound needs a function without effects",
}

// Origin says in words what is at the bottom of it: why the last of the calls that lead
// there has no bound.
func (l *Loss) Origin() string {
	if l == nil || l.Cause == nil {
		return ""
	}
	if len(l.Unknown) > 0 {
		return "" // it has a bound where it is passed what is known
	}
	if l.Cause.In == "" {
		return "in a function that is called there, " + l.Cause.String()
	}
	return "in `" + l.Cause.In + "`, " + l.Cause.String()
}

// cause is what a caller says of it: why a body, or what it calls, has no bound.
func (in *Body) cause(m Metric) *Loss {
	l := in.Lost[m]
	if l == nil {
		l = in.Loss
	}
	if l == nil || l.Cause != nil {
		return l.origin()
	}
	named := *l
	if in.definition != nil {
		named.In = in.definition.Name
	}
	return &named
}

func (l *Loss) origin() *Loss {
	if l == nil {
		return nil
	}
	return l.Cause
}

// callLoss says that a call has no bound, and where it stands. What a definition lacks
// where it calls itself, with sizes of another form, it lacks itself.
func (in *Body) callLoss(c Call, m Metric) Loss {
	if in.definition != nil && c.Callee.definition == in.definition && c.Callee.Lost[m] != nil {
		if len(c.Callee.Unknown) > len(in.Unknown) {
			return c.loss(Loss{Reason: NoPolynomial})
		}
		return *c.Callee.Lost[m]
	}
	return c.loss(Loss{Reason: CallCost, Cause: c.Callee.cause(m)})
}

// mostShown is how many characters of a call or an argument a reason shows.
const mostShown = 60

// quoted is the text of a node, on one line and no longer than that.
func quoted(item *syntax.Item, n syntax.NodeID) string {
	return excerpt.Of(strings.Join(strings.Fields(item.SourceText(n)), " "), mostShown)
}

// loss is a reason that is about a call.
func (c Call) loss(l Loss) Loss {
	if c.In == nil || c.At == graph.None {
		return l
	}
	item := c.In.Info.Item
	l.Item, l.Node = item, c.In.Node(c.At)
	if item.Kind(l.Node) != syntax.Call {
		return l
	}
	operands := c.In.Operands(c.At)
	for _, u := range c.Callee.Unknown {
		if at := u.Index + 1; at < len(operands) && operands[at].Node != syntax.NoNode {
			l.Unknown = append(l.Unknown, Passed{quoted(item, operands[at].Node), u.Name, u.Function})
		}
	}
	return l
}

// ownLoss is why a group has no bound of a metric though all that it calls has one: a call of
// itself, or one that passes sizes without a bound.
func (a *Solver) ownLoss(group []*Body, m Metric) Loss {
	var passes *Loss
	for _, in := range group {
		for _, p := range in.everyPath() {
			for _, c := range p.Calls {
				switch {
				case c.Free:
				case slices.Contains(group, c.Callee):
					return c.loss(Loss{Reason: NoPolynomial})
				case passes == nil && c.Callee.Bounds[m] != nil && a.uppersOf(p, in.Arity).ofCall(c.Callee.Bounds[m], c.Args) == nil:
					l := c.loss(Loss{Reason: CallSizes})
					passes = &l
				}
			}
		}
	}
	if passes != nil {
		return *passes
	}
	return Loss{Reason: NoPolynomial}
}
