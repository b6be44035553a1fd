package complexity

import (
	"errors"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Figures gives for each definition in few words what calling it takes, as a fact. It is
// what Brief knows of the definitions of other files: a file's findings rest on the
// figures of what it imports, and not on how that is written.
var Figures = &analysis.Analyzer{
	Name:     "figures",
	Doc:      "says in few words what calling a definition takes",
	Requires: []*analysis.Analyzer{Body},
	Facts:    &analysis.Facts{Least: Figure{}, Unknown: Figure{}, Write: writeFigure, Read: readFigure},
	Run: func(pass *analysis.Pass) any {
		if o := pass.Definition(); o != nil && !pass.Faulty {
			pass.ExportFact(Brief(pass, pass.Analyzer).Figure(o))
		}
		return nil
	},
}

// A Figure is the work of a call, as far as it is worth a word.
type Figure struct {
	Order   string // how it grows; empty where there is no bound
	Bounded bool   // by Number, whatever the arguments are
	Number  int64
}

// Equal makes it a fact.
func (f Figure) Equal(other analysis.Fact) bool { return f == other }

// Figure is what calling a definition takes.
func (a *Analysis) Figure(o *typecheck.Object) Figure {
	if known, foreign := a.figure(o); foreign {
		return known
	}
	b := a.Of(o)
	f := Figure{Order: b.Order(solving.Work)}
	if n := b.Number(solving.Work); n != nil {
		f.Bounded, f.Number = true, *n
	}
	return f
}

// foreign are the figures of definitions whose bodies an analysis does not look at.
type foreign func(*typecheck.Object) (Figure, bool)

// callForeign counts a call of a definition that is not looked at; false where it is.
func (w *walk) callForeign(p *path, in *instance) bool {
	f, ok := w.figure(in.object)
	switch {
	case !ok:
		return false
	case f.Bounded:
		p.Costs[solving.Work] += 1 + f.Number
	default:
		p.Lose(solving.Loss{Reason: solving.CallCost})
	}
	return true
}

// figure is that of a definition whose body is not looked at.
func (a *Analysis) figure(o *typecheck.Object) (Figure, bool) {
	if a.foreign == nil || o == nil || o.Kind != typecheck.DefObject {
		return Figure{}, false
	}
	return a.foreign(o)
}

// In signatures a Figure is its number, or `-`, and its order in quotes.

func writeFigure(f analysis.Fact) string {
	figure, number := f.(Figure), "-"
	if figure.Bounded {
		number = strconv.FormatInt(figure.Number, 10)
	}
	return number + " " + strconv.Quote(figure.Order)
}

func readFigure(words string) (analysis.Fact, error) {
	number, order, _ := strings.Cut(words, " ")
	f := Figure{Bounded: number != "-"}
	var err error
	if f.Order, err = strconv.Unquote(order); err != nil {
		return nil, errors.New("an order is written in quotes")
	}
	if f.Bounded {
		f.Number, err = strconv.ParseInt(number, 10, 64)
	}
	if err != nil || f.Number < 0 || writeFigure(f) != words {
		return nil, errors.New("there is no such figure")
	}
	return f, nil
}
