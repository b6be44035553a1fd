package solving

import "github.com/fraccheck/fraccheck/internal/syntax"

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
}

// A Reason is why there is no bound.
type Reason uint8

const (
	NoBody          Reason = iota // nothing to look at: declared, or in error
	NotFollowed                   // a form that the walk does not know
	TooManyPaths                  // more than maxPaths
	TooManyForms                  // a function called with more and more forms of arguments
	UnknownFunction               // a call of a function that is not known
	OperatorCost                  // an operator whose cost is not known
	TooLarge                      // more sizes than are followed, or larger ones
	CallCost                      // a call of what has no bound
	NoPolynomial                  // no polynomial of a small degree was found to be a bound
	UnknownExtent                 // an operator on tensors of extents that a run decides
	ParallelEffects               // a function on elements that reads or writes references
	Stopped                       // the time that there was is over
)

// messages say why there is no bound.
var messages = [...]string{
	NoBody:          "it has errors, or no body",
	NotFollowed:     "what this does is not followed",
	TooManyPaths:    "there are too many ways through it",
	TooManyForms:    "this is called with more and more kinds of arguments",
	UnknownFunction: "which function is called here is not known",
	UnknownExtent:   "how large the tensors are that this works on is known only when it is run",
	OperatorCost:    "what this operator costs is not known",
	TooLarge:        "it is too large to be followed",
	CallCost:        "what this call costs is not known",
	ParallelEffects: "the function that this calls for each element reads or writes references, and the span of such calls is not followed",
	Stopped:         "it takes too long to be bounded",
	NoPolynomial:    "no polynomial of degree 3 or less in the sizes of its arguments was found that bounds it",
}

// String says it in words.
func (l *Loss) String() string {
	if l == nil {
		return "no bound of it was found"
	}
	if l.Reason == OperatorCost && l.Item != nil && l.Item.Kind(l.Node) == syntax.Call {
		if callee := l.Item.Call(l.Node).Callee; l.Item.Kind(callee) == syntax.Name {
			return "what `" + l.Item.SourceText(callee) + "` costs is not known"
		}
	}
	if l.Reason == UnknownFunction && l.Item != nil && l.Item.Kind(l.Node) == syntax.Global {
		return "the function `" + l.Item.SourceText(l.Node) + "` is not in this program"
	}
	return messages[l.Reason]
}

// Origin says in words what is at the bottom of it: why the last of the calls that lead
// there has no bound.
func (l *Loss) Origin() string {
	if l == nil || l.Cause == nil {
		return ""
	}
	if l.Cause.In == "" {
		return "in a function that is called there, " + l.Cause.String()
	}
	return "in `" + l.Cause.In + "`, " + l.Cause.String()
}

// cause is what a caller tells of it: why a body, or what it calls, has no bound.
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
