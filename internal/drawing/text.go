package drawing

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// How many characters texts have at most.
const (
	longestName = 40
	longestArg  = 28
	longestType = 44
	longestTip  = 240
)

var blanks = lazyregexp.New(`\s+`)

// oneLine is a text on one line, cut where it is too long. What cannot be in a
// picture's file is left out.
func oneLine(text string, most int) string {
	if len(text) > 8*most {
		text = text[:8*most]
	}
	text = strings.ToValidUTF8(blanks().ReplaceAllString(strings.TrimSpace(text), " "), "")
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, text)
	return excerpt.Of(text, most)
}

// TypeText is a type as it is on a wire: of a tensor the shape and the dtype.
func TypeText(t types.Type) string { return oneLine(wholeType(t), longestType) }

func wholeType(t types.Type) string {
	if t == nil {
		return ""
	}
	if tensor, ok := types.Head(t).(*types.Tensor); ok && len(tensor.Shape) > 0 {
		return types.ShapeString(tensor.Shape) + " " + tensor.Dtype.String()
	}
	if large(t) {
		return largeName(t)
	}
	return tensors().ReplaceAllString(types.String(t), "$1 $2")
}

// largest is how many parts a type has at most whose text is looked at: a type may be
// a much larger text than tree.
const largest = 100

func large(t types.Type) bool {
	parts := 0
	types.Walk(t, func(types.Type) bool {
		parts++
		return parts <= largest
	})
	return parts > largest
}

// largeName is what a type is called whose parts are too many.
func largeName(t types.Type) string {
	switch t := types.Head(t).(type) {
	case *types.Tuple:
		return "(" + number(len(t.Elems)) + " parts)"
	case *types.Func:
		return "fn(…)"
	case *types.ADT:
		return t.Decl.Name + "[…]"
	case *types.Fractal:
		return "FractalTensor[…]"
	case *types.Ref:
		return "ref(…)"
	}
	return "…"
}

var tensors = lazyregexp.New(`Tensor\[(\([^()]*\)), (\w+)\]`)

// sizes are numbers that represent themselves, not those in `float32` or `%p7`.
var sizes = lazyregexp.New(`(^|[^\w.%@])\d+`)

// looseType is a type without its sizes.
func looseType(t types.Type) string {
	text := wholeType(t)
	return loosened(text[:min(len(text), 16*longestType)])
}

// loosened is a text without its sizes: copies of a layer may differ in them.
func loosened(text string) string { return sizes().ReplaceAllString(text, "$1#") }

// A word may be a range that two copies made.
var words = lazyregexp.New(`[\w.%@]+(?:…[\w.%@]+)?|[^\w.%@]+`)

// ranging joins the texts of the first and the last copy: `(1, 64…256, 56)`.
func ranging(first, last string) string {
	if first == last {
		return first
	}
	a, b := words().FindAllString(first, -1), words().FindAllString(last, -1)
	if len(a) != len(b) {
		return first + " … " + last
	}
	for i := range a {
		if a[i] != b[i] {
			begin, _, _ := strings.Cut(a[i], "…")
			_, end, ranged := strings.Cut(b[i], "…")
			if !ranged {
				end = b[i]
			}
			a[i] = begin + "…" + end
		}
	}
	return strings.Join(a, "")
}

// A TypeTree is the structure tree of one type of a program: of a parameter, of a
// result, of a declared type.
type TypeTree struct {
	Of   string // the definition or declaration
	Name string // of the parameter; `result`; "" where the type is the declaration's own
	Type string
	Root *types.Node
	Span syntax.Span // of what has the type, in its file; empty where that is not known
}

// Title is what the tree is of.
func (t TypeTree) Title() string {
	if t.Name == "" {
		return t.Of
	}
	return t.Name + " : " + t.Type
}

// TreesOf are the trees of a definition's parameters, whose names are given, and of its
// result; of what is no function its own.
func TreesOf(of string, t types.Type, params []string) (trees []TypeTree) {
	of = oneLine(of, longestName)
	f, ok := types.Head(t).(*types.Func)
	if !ok {
		return []TypeTree{treeOf(of, "value", t)}
	}
	for i, in := range f.In {
		name := "argument " + number(i+1)
		if i < len(params) && params[i] != "" {
			name = oneLine(params[i], longestName)
		}
		trees = append(trees, treeOf(of, name, in))
	}
	return append(trees, treeOf(of, "result", f.Out))
}

// DeclaredTree is the tree of a declared type.
func DeclaredTree(d *types.Decl) TypeTree {
	return TreeOf(d.Name, d.Applied())
}

// TreeOf is the tree of the type of one expression, or of a type that is written.
func TreeOf(of string, t types.Type) TypeTree { return treeOf(oneLine(of, longestName), "", t) }

func treeOf(of, name string, t types.Type) TypeTree {
	return TypeTree{Of: of, Name: name, Type: TypeText(t), Root: types.Tree(t)}
}
