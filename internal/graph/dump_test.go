package graph

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Dump writes a graph as text: a line for each value below its block, with its
// operands, its source, the block that owns it where that is another one, and how
// often it is used. Blocks are below the value that opens them.
func Dump(g *Graph) string {
	d := dumper{Graph: g}
	d.block(Body, 0)
	return d.out.String()
}

type dumper struct {
	*Graph
	out strings.Builder
}

// A line is a block or a value that is to be written.
type line struct {
	block  Block
	value  Value // None for a block
	indent int
}

func (d *dumper) block(root Block, indent int) {
	stack := []line{{root, None, indent}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		var next []line
		if at.value == None {
			d.title(at.block, at.indent)
			for _, v := range d.Written(at.block) {
				next = append(next, line{at.block, v, at.indent + 1})
			}
		} else {
			d.value(at.value, at.indent)
			for _, o := range d.Operands(at.value) {
				if o.Block != at.block {
					next = append(next, line{o.Block, None, at.indent + 1})
				}
			}
		}
		for i := len(next) - 1; i >= 0; i-- {
			stack = append(stack, next[i])
		}
	}
}

func (d *dumper) title(b Block, indent int) {
	info := d.blocks[b]
	recursive := ""
	if info.Recursive {
		recursive = ", recursive"
	}
	fmt.Fprintf(&d.out, "%sblock %d: %s%s -> %s\n", strings.Repeat("  ", indent), b, info.Kind, recursive, name(d.At(info.Node)))
}

func (d *dumper) value(v Value, indent int) {
	fmt.Fprintf(&d.out, "%s%s = %s", strings.Repeat("  ", indent), name(v), d.head(v))
	var operands []string
	for _, o := range d.Operands(v) {
		operands = append(operands, name(o.Value))
	}
	if len(operands) > 0 {
		fmt.Fprintf(&d.out, "(%s)", strings.Join(operands, ", "))
	}
	if owner := d.Owner(v); owner != d.Block(v) {
		fmt.Fprintf(&d.out, ", owner %d", owner)
	}
	if uses := len(d.Uses(v)); uses != 1 {
		fmt.Fprintf(&d.out, ", %d uses", uses)
	}
	fmt.Fprintf(&d.out, "\t%s\n", d.source(v))
}

// head is a value's kind with what distinguishes it from others of the kind.
func (d *dumper) head(v Value) string {
	kind := d.Kind(v)
	switch a, ok := d.Info.Application(d.Node(v)); {
	case kind == Operation && ok:
		return a.Op.Name
	case kind == Project, kind == Field, kind == Parameter:
		return fmt.Sprint(kind, " ", d.Index(v))
	}
	return kind.String()
}

// source is the first line of a value's text.
func (d *dumper) source(v Value) string {
	if d.Node(v) == syntax.NoNode {
		return ""
	}
	text, rest, more := strings.Cut(d.Info.Item.SourceText(d.Node(v)), "\n")
	if more && rest != "" {
		text += " …"
	}
	return text
}

func name(v Value) string {
	if v == None {
		return "none"
	}
	return fmt.Sprint("v", int(v))
}
