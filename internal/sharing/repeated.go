package sharing

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// repeated reports values that are computed where an equal one is there already: of
// equal expressions in larger ones that are equal too, the largest alone.
func (c *checker) repeated() {
	c.note()
	for _, v := range c.twice {
		c.meter.Spend(4)
		c.look(v)
	}
	later := map[graph.Value][]graph.Value{}
	var firsts []graph.Value
	for _, v := range c.twice {
		c.meter.Spend(4)
		first, again := c.again[v]
		if !again || c.within(v) {
			continue
		}
		if later[first] == nil {
			firsts = append(firsts, first)
		}
		later[first] = append(later[first], v)
	}
	for _, first := range firsts {
		if c.full() {
			return
		}
		if c.worthwhile(first) {
			c.reportRepeated(first, later[first])
		}
	}
}

// note remembers the earliest value of each class in each block.
func (c *checker) note() {
	for _, again := range c.twice {
		if c.next[c.class[again]] != again {
			continue // its class was looked at for the one before
		}
		for v := range c.members(again) {
			at := site{c.class[v], c.Place(v)}
			if _, ok := c.earliest[at]; !ok && len(c.Uses(v)) > 0 {
				c.earliest[at] = v
			}
		}
	}
}

// look finds the earliest value that is equal to v and is there whenever v is
// computed: in the block of v or in one around it, in the same function.
func (c *checker) look(v graph.Value) {
	if len(c.Uses(v)) == 0 {
		return
	}
	blocks := c.Blocks()
	first := v
	for b := c.Place(v); blocks[b].Function == blocks[c.Place(v)].Function; b = blocks[b].Around {
		if u, ok := c.earliest[site{c.class[v], b}]; ok {
			first = min(first, u)
		}
		if b == graph.Body {
			break
		}
	}
	if first < v {
		c.again[v] = first
	}
}

// within reports whether v is a value that only larger expressions use which are computed twice
// themselves.
func (c *checker) within(v graph.Value) bool {
	for _, use := range c.Uses(v) {
		if use.User == graph.None {
			return false
		}
		if _, ok := c.again[use.User]; !ok {
			return false
		}
	}
	return true
}

func (c *checker) reportRepeated(first graph.Value, later []graph.Value) {
	message := "this value is computed above already"
	if saved := c.cost(first); saved != "" {
		message += ": bound once, it saves " + saved
		if len(later) > 1 {
			message += fmt.Sprintf(" at each of %d places", len(later))
		}
	}
	d := syntax.Diagnostic{
		Code: codes.CommonSubexpression, Span: c.written(later[0]).span, Message: message,
		Related: append(c.related("where it is computed first", []graph.Value{first}), c.related("where it is computed again", later[1:])...),
	}
	fix := c.shareFix(first, later)
	if fix == nil {
		d.Notes = []string{"bound by `let` it is computed once"}
	}
	c.report(d, "compute it once", fix)
}
