package habits

import "strings"

// listWords are the constructors of lists, and the functions of the prelude on them: where one
// occurs, a sequence of another language is a list.
var listWords = map[string]bool{
	"Cons": true, "Nil": true,
	"@hd": true, "@tl": true, "@nth": true, "@length": true, "@update": true, "@map": true, "@foldl": true, "@foldr": true,
	"@foldr1": true, "@concat": true, "@filter": true, "@zip": true, "@rev": true, "@flatten": true,
	"@map_accumr": true, "@map_accuml": true, "@unfoldr": true, "@unfoldl": true,
	"@unfoldr_seed_first": true, "@unfoldl_seed_first": true,
}

// showsList reports whether a text names what makes or takes lists.
func showsList(text string) bool {
	letter := func(r rune) bool {
		return r == '@' || r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !letter(r) }) {
		if listWords[word] {
			return true
		}
	}
	return false
}

// A Sequence is what is written around an element in the type of a sequence.
type Sequence struct{ Head, Open, Close string }

// SequenceOf gives the type of a sequence of another language in an item of a text. It is a list
// where the item shows one, or where a FractalTensor cannot hold the element: data. Single floats
// and truth values are in a FractalTensor as tensors of one element.
func SequenceOf(element, item string) Sequence {
	data := element != "" && 'A' <= element[0] && element[0] <= 'Z' && Generic(element) != "FractalTensor"
	switch {
	case showsList(item), data && element != "FractalTensor" && element != "Tensor":
		return Sequence{"List", "List[", "]"}
	case strings.HasPrefix(element, "float"), strings.HasPrefix(element, "bfloat"), element == "bool":
		return Sequence{"FractalTensor", "FractalTensor[Tensor[(1), ", "]]"}
	}
	return Sequence{"FractalTensor", "FractalTensor[", "]"}
}

// IsSequence reports whether a type of another language is a sequence of any length.
func IsSequence(name string) bool { return Generic(name) == "FractalTensor" && name != "FractalTensor" }
