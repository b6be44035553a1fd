package complexity

import "github.com/fraccheck/fraccheck/syntax"

// A Loss says why there is no bound, and where that was found out.
type Loss struct {
	Reason Reason
	Item   *syntax.Item
	Node   syntax.NodeID
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
	Stopped                       // the time that there was is over
)

func (w *walk) loss(r Reason, n syntax.NodeID) Loss { return Loss{r, w.item, n} }

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
	Stopped:         "it takes too long to be bounded",
	NoPolynomial:    "no polynomial of degree 3 or less in the sizes of its arguments was found that bounds it",
}

// String says it in words. There is no Loss where work is bounded: what else has no bound
// then, as the span of what writes references in parallel, has no reason of its own.
func (l *Loss) String() string {
	if l == nil {
		return "no bound of it was found"
	}
	return messages[l.Reason]
}
