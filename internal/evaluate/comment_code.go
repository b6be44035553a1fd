package evaluate

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A commentCode is a file's evaluation comments with the code that decides them: one module for
// what is evaluated, and one for the expected values, since these are read at the
// types that the first one's expressions have.
type commentCode struct {
	comments   []Comment
	items      []int          // of got, by comment
	wants      []int          // of want, by comment; -1 where no value is expected
	got        extendedModule // with the expressions that are in comments
	want       extendedModule // with the expected values
	unreadable error          // why the comments cannot be decided
}

func (p *Program) readComments() *commentCode {
	c := &commentCode{comments: Comments(p.Source)}
	var expressions []snippet
	for _, comment := range c.comments {
		item := comment.Item
		if item < 0 {
			item = p.Source.File.Len() + len(expressions)
			place := workspace.Place{Source: p.Source, Span: comment.Expr}
			expressions = append(expressions, snippet{p.Source.Text()[comment.Expr.Start:comment.Expr.End], comment.Block, place, nil})
		}
		c.items = append(c.items, item)
	}
	if c.got, c.unreadable = p.code(expressions); c.unreadable == nil {
		c.unreadable = c.readWants(p)
	}
	return c
}

// readWants prepares the expected values, each at the type of its expression.
func (c *commentCode) readWants(p *Program) (err error) {
	var values []snippet
	c.wants = make([]int, len(c.comments))
	for i, comment := range c.comments {
		c.wants[i] = -1
		if comment.Kind != GivesValue {
			continue
		}
		var t types.Type
		if len(mistakes(c.got.module, c.items[i])) == 0 {
			t = typeOf(c.got.module, c.items[i])
		}
		c.wants[i] = p.Source.File.Len() + len(values)
		values = append(values, snippet{AtType(comment.Text, t), comment.Block, workspace.Place{Source: p.Source, Span: comment.At}, nil})
	}
	c.want, err = p.code(values)
	return err
}

// Comments are the evaluation comments of the file.
func (p *Program) Comments() []Comment { return p.comments().comments }

// Text is the text of a comment's expression.
func (p *Program) Text(c Comment) string { return p.Source.Text()[c.Expr.Start:c.Expr.End] }

// Mentions are the names of the definitions that a comment's expression uses.
func (p *Program) Mentions(i int) []string {
	c := p.comments()
	if c.unreadable != nil {
		return nil
	}
	item := c.got.module.File().Item(c.items[i])
	var names []string
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		if item.Kind(n) == syntax.Global {
			names = append(names, item.SourceText(n))
		}
		return true
	})
	return names
}

// whyUnreadable returns why an expected value is none, "" for one that is.
func (c *commentCode) whyUnreadable(i int) string {
	item := c.want.module.File().Item(c.wants[i])
	switch found := mistakes(c.want.module, c.wants[i]); {
	case strings.TrimSpace(c.comments[i].Text) == "":
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
func (c *commentCode) otherType(i int) string {
	comment := c.comments[i]
	own, err := c.got.program.code([]snippet{{text: comment.Text, block: comment.Block}})
	n := c.got.program.Source.File.Len()
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
