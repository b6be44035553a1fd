package grammar

import "github.com/fraccheck/fraccheck/internal/syntax"

func (b *Block) tree() *Tree { return b.Body.block() }

// block is a Block of the statements.
func (s *Sequence) block() *Tree { return node(syntax.Block, s.trees()...) }

// tree is the only statement, or a Block of them.
func (s *Sequence) tree() *Tree {
	trees := s.trees()
	if len(trees) == 1 {
		return trees[0]
	}
	return node(syntax.Block, trees...)
}

func (s *Sequence) trees() []*Tree {
	var trees []*Tree
	for _, step := range s.Steps {
		for ; step != nil; step = step.Next {
			trees = append(trees, all(step.Bindings)...)
			trees = append(trees, step.statement())
		}
	}
	return trees
}

// statement is what follows the bindings.
func (s *Step) statement() *Tree {
	value := s.Value.tree()
	switch {
	case s.Assigned == nil:
		return value
	case value.Kind != syntax.Index:
		return node(syntax.BadNode)
	}
	return node(syntax.Assign, value, s.Assigned.tree())
}

func (l *Let) tree() *Tree {
	return node(syntax.Let, l.Pattern.tree(), optional(l.Type), l.Value.tree())
}

func (f *FreeVariable) tree() *Tree {
	return node(syntax.FreeVar, f.Variable.tree(), optional(f.Type))
}

func (g *GraphBinding) tree() *Tree {
	return node(syntax.Graph, leaf(syntax.Local, g.Name), g.Value.tree())
}
