package fill

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// questionFile is the name of the file that a question becomes, beside the program. It must not be that
// of a file that the program imports, or of the program.
const questionFile = ".fraccheck-question.frac"

// mostInputs bounds the inputs of a question.
const mostInputs = 4

// splitQuestion cuts the type of a function at its arrow, and its inputs at their commas. The parts are
// types as they are written; the checker reads them.
func splitQuestion(text string) (inputs []string, output string, err error) {
	text = strings.TrimSpace(text)
	arrow := -1
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '-':
			if depth == 0 && arrow < 0 && strings.HasPrefix(text[i:], "->") {
				arrow = i
			}
		}
		if depth < 0 {
			break
		}
	}
	if depth != 0 || arrow < 0 {
		return nil, "", errors.New("a question is the type of a function, such as `(Tensor[(n, m), float32]) -> Tensor[(m, n), float32]`")
	}
	left := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text[:arrow]), "fn"))
	if inner, ok := enclosed(left); ok {
		left = inner
	}
	inputs = splitTop(left)
	if len(inputs) > mostInputs {
		return nil, "", fmt.Errorf("a question has at most %d inputs, and this one has %d", mostInputs, len(inputs))
	}
	return inputs, strings.TrimSpace(text[arrow+2:]), nil
}

// enclosed is what is between the parentheses of a text that is in one pair of them.
func enclosed(text string) (inner string, ok bool) {
	if !strings.HasPrefix(text, "(") {
		return "", false
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return text[1:i], i == len(text)-1
			}
		}
	}
	return "", false
}

// splitTop cuts a text at the commas outside of brackets.
func splitTop(text string) (parts []string) {
	depth, from := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				parts, from = append(parts, strings.TrimSpace(text[from:i])), i+1
			}
		}
	}
	if last := strings.TrimSpace(text[from:]); last != "" {
		parts = append(parts, last)
	}
	return parts
}

// questionText is a program with a definition of the type of a question.
func questionText(inputs []string, output string, free []string) string {
	params := make([]string, len(inputs))
	for i, in := range inputs {
		params[i] = "%" + string(rune('a'+i)) + ": " + in
	}
	of := ""
	if len(free) > 0 {
		of = "<" + strings.Join(free, ", ") + ">"
	}
	return fmt.Sprintf("def @question%s(%s) -> %s { ? }\n", of, strings.Join(params, ", "), output)
}

// freeNames are the names in the types of a program that nothing declares: single letters, and words in
// small letters that are no dtypes. Others are taken for misspelt types, which the checker reports.
func freeNames(m *typecheck.Module) (names []string) {
	for _, item := range m.File().All() {
		item.Walk(item.Root, func(n syntax.NodeID) bool {
			if item.Kind(n) == syntax.TypeName {
				name := item.SourceText(n)
				_, dtype := types.ParseDtype(name)
				small := len(name) == 1 || name[0] >= 'a' && name[0] <= 'z'
				if !dtype && small && name != "ref" && m.TypeNamed(name, 0) == nil && !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
			return true
		})
	}
	return names
}

// elementNames are the free names that are types, where the question has FractalTensors: what a
// FractalTensor of any elements requires of these is not known. A tensor whose extent nothing else has
// takes the place of each, and the names come back in what is found.
func elementNames(m *typecheck.Module, free []string) (names []string) {
	if !strings.Contains(m.File().Text(), "FractalTensor[") {
		return nil
	}
	_, t, _ := m.Signature(m.Items() - 1)
	f, ok := types.Head(t).(*types.Func)
	if !ok {
		return nil
	}
	for _, p := range f.Params {
		if p.Sym == nil && slices.Contains(free, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}

// elementType is the tensor in the place of a free type.
func elementType(name string) string { return "Tensor[(" + name + "), int32]" }
