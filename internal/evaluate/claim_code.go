package evaluate

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
)

// A claimCode is a file's claims with the code that decides them: one module for
// what is claimed of, and one for the expected values, since these are read at the
// types that the first one's expressions have.
type claimCode struct {
	claims     []Claim
	items      []int          // of got, by claim
	wants      []int          // of want, by claim; -1 where no value is expected
	got        extendedModule // with the expressions that stand in comments
	want       extendedModule // with the expected values
	unreadable error          // why the claims cannot be decided
}

func (p *Program) readClaims() *claimCode {
	c := &claimCode{claims: Claims(p.Source)}
	var expressions []snippet
	for _, claim := range c.claims {
		item := claim.Item
		if item < 0 {
			item = len(p.Source.File.Items) + len(expressions)
			place := workspace.Place{Source: p.Source, Span: claim.Expr}
			expressions = append(expressions, snippet{p.Source.Text[claim.Expr.Start:claim.Expr.End], claim.Block, place, nil})
		}
		c.items = append(c.items, item)
	}
	if c.got, c.unreadable = p.code(expressions); c.unreadable == nil {
		c.unreadable = c.readWants(p)
	}
	return c
}

// readWants prepares the expected values, each at the type of its expression.
func (c *claimCode) readWants(p *Program) (err error) {
	var values []snippet
	c.wants = make([]int, len(c.claims))
	for i, claim := range c.claims {
		c.wants[i] = -1
		if claim.Kind != GivesValue {
			continue
		}
		var t types.Type
		if len(mistakes(c.got.module, c.items[i])) == 0 {
			t = typeOf(c.got.module, c.items[i])
		}
		c.wants[i] = len(p.Source.File.Items) + len(values)
		values = append(values, snippet{atType(claim.Text, t), claim.Block, workspace.Place{Source: p.Source, Span: claim.At}, nil})
	}
	c.want, err = p.code(values)
	return err
}

// Claims are the claims of the file.
func (p *Program) Claims() []Claim { return p.claims().claims }

// Text is the text of a claim's expression.
func (p *Program) Text(c Claim) string { return p.Source.Text[c.Expr.Start:c.Expr.End] }

// Mentions are the names of the definitions that a claim's expression uses.
func (p *Program) Mentions(i int) []string {
	c := p.claims()
	if c.unreadable != nil {
		return nil
	}
	item := c.got.module.File().Items[c.items[i]]
	var names []string
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		if item.Kind(n) == syntax.Global {
			names = append(names, item.SourceText(n))
		}
		return true
	})
	return names
}

// entry is what is run for a claim.
func (c *claimCode) entry(i int) interp.Entry { return interp.Entry{Item: c.items[i]} }

// whyUnreadable tells why an expected value is none, "" for one that is.
func (c *claimCode) whyUnreadable(i int) string {
	item := c.want.module.File().Items[c.wants[i]]
	switch found := mistakes(c.want.module, c.wants[i]); {
	case strings.TrimSpace(c.claims[i].Text) == "":
		return "no value is given"
	case item.Kind(item.Root) != syntax.ItemExpr:
		return "it is no expression"
	case len(found) > 0:
		if other := c.otherType(i); other != "" {
			return other
		}
		return found[0].Message
	}
	if name := Free(c.want.module.Check(c.wants[i]).Info); name != "" {
		return "`" + name + "` is bound nowhere"
	}
	return ""
}

// otherType says which type an expected value has that can be read, but not at the
// type of its expression; "" where it cannot be read at all.
func (c *claimCode) otherType(i int) string {
	claim := c.claims[i]
	own, err := c.got.program.code([]snippet{{text: claim.Text, block: claim.Block}})
	n := len(c.got.program.Source.File.Items)
	if err != nil || len(mistakes(own.module, n)) > 0 || len(mistakes(c.got.module, c.items[i])) > 0 {
		return ""
	}
	want, got := typeOf(own.module, n), typeOf(c.got.module, c.items[i])
	if want == nil || got == nil {
		return ""
	}
	texts := types.Texts(want, got)
	return fmt.Sprintf("it has the type `%s`, and the expression the type `%s`", texts[0], texts[1])
}
