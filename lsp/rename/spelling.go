package rename

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A naming is how the names of one kind of object are written.
type naming struct {
	sigil string
	what  string // as a refusal calls it
	token syntax.TokenKind
}

var (
	localNaming  = naming{"%", "a variable", syntax.TokLocal}
	globalNaming = naming{"@", "a function", syntax.TokGlobal}
	namings      = map[typecheck.ObjectKind]naming{
		typecheck.LocalObject:       localNaming,
		typecheck.DefObject:         globalNaming,
		typecheck.DeclaredObject:    globalNaming,
		typecheck.TypeObject:        {"", "a type", syntax.TokName},
		typecheck.ParamObject:       {"", "a type parameter", syntax.TokName},
		typecheck.ConstructorObject: {"", "a constructor", syntax.TokName},
	}
)

// sigiled is a name that a user typed, with the sigil that it needs: it may be
// left out.
func sigiled(o *typecheck.Object, typed string) (string, error) {
	of := namings[o.Kind]
	typed = strings.TrimSpace(typed)
	letters := typed
	if of.sigil != "" {
		letters = strings.TrimPrefix(typed, of.sigil)
	}
	name := of.sigil + letters
	switch tokens := syntax.Lex(name); {
	case letters == "":
		return "", fmt.Errorf("the new name is empty")
	case letters[0] == '%' || letters[0] == '@':
		return "", fmt.Errorf("`%s` cannot name %s", typed, of.named())
	case letters[0] >= '0' && letters[0] <= '9':
		return "", fmt.Errorf("`%s` is no name: names do not begin with a digit", typed)
	case !isOneName(tokens, of.token, len(name)):
		return "", fmt.Errorf("`%s` is no name: names are made of the letters a to z and A to Z, digits and `_`", typed)
	case of.token == syntax.TokName && isReserved(tokens[0].Word):
		return "", fmt.Errorf("`%s` is a word of the language and cannot name %s", typed, of.what)
	}
	return name, nil
}

func (n naming) named() string {
	if n.sigil == "" {
		return n.what + ", which has no sigil"
	}
	return n.what + ", which begins with `" + n.sigil + "`"
}

// isOneName reports whether tokens are a name that fills a text: of a variable,
// with tail segments.
func isOneName(tokens []syntax.Token, kind syntax.TokenKind, length int) bool {
	at := int32(0)
	for i, t := range tokens[:len(tokens)-1] {
		if i == 0 && t.Kind != kind || i > 0 && (kind != syntax.TokLocal || t.Kind != syntax.TokSegment) || t.Start != at {
			return false
		}
		at = t.End
	}
	return at > 0 && int(at) == length
}

// isReserved reports whether a word can name nothing anywhere.
func isReserved(w syntax.Word) bool {
	return w != syntax.NoWord && (w < syntax.WordDef || w > syntax.WordWith)
}

// builtinTypes and builtinValues are names that mean something everywhere, in
// front of any declaration or after all of them.
var (
	builtinTypes  = []string{"Tensor", "Array", "FractalTensor", "int", "uint", "float", "ref"}
	builtinValues = []string{"ref", "ref_read", "ref_write", "Constant", "meta"}
)

// ops are the operators of the language.
func (r *renaming) ops() op.Table {
	module, err := r.finder.Snapshot.Module(r.home.Path)
	if err != nil {
		return nil // it was checked before
	}
	return module.Ops()
}

// misspelled refuses names that could not be written wherever the object is
// named: some places have no sigil, and there words of the language, operators
// and capitals mean something else.
//
// These checks name the reason; verify refuses what they miss, in general words.
func (r *renaming) misspelled() error {
	bare := strings.TrimPrefix(r.name, "%")
	switch r.object.Kind {
	case typecheck.TypeObject, typecheck.ParamObject:
		if _, isDtype := types.ParseDtype(bare); isDtype || slices.Contains(builtinTypes, bare) {
			return fmt.Errorf("`%s` is a type of the language", bare)
		}
		return nil
	case typecheck.LocalObject:
		if !r.isBareSomewhere() {
			return nil
		}
		tokens := syntax.Lex(bare)
		if !isOneName(tokens, syntax.TokName, len(bare)) || isReserved(tokens[0].Word) {
			return fmt.Errorf("`%s` cannot be written without `%%`, as this variable is in some places", bare)
		}
		if bare[0] >= 'A' && bare[0] <= 'Z' {
			return fmt.Errorf("`%s` would be a constructor: a variable that is written without `%%` begins with a small letter", bare)
		}
	case typecheck.ConstructorObject:
	default:
		return nil
	}
	if r.ops()[bare] != nil || slices.Contains(builtinValues, bare) {
		return fmt.Errorf("`%s` is an operator of the language", bare)
	}
	return nil
}

// isBareSomewhere reports whether the variable is written without its sigil.
func (r *renaming) isBareSomewhere() bool {
	return slices.ContainsFunc(r.uses, func(u reference.FileUses) bool {
		return slices.ContainsFunc(u.Uses, func(at reference.Use) bool {
			c := u.Source.Text()[at.Span.Start]
			return c != '%' && !dividing(u.Source.Text(), at.Place)
		})
	})
}

// dividing reports whether a place holds a variable's letters after a `/` that takes the place of
// the sigil: `%x/y`.
func dividing(text string, at workspace.Place) bool {
	return at.Span.Start > 0 && text[at.Span.Start-1] == '/' && text[at.Span.Start] != '%'
}

// clash refuses a name that is declared already where both would be seen.
func (r *renaming) clash() error {
	if reference.IsLocal(r.object) {
		return nil
	}
	free := map[*workspace.Source]bool{} // files that do not declare it
	for _, seer := range r.importers {
		for _, source := range append([]*workspace.Source{seer}, r.finder.Imports(seer)...) {
			if free[source] {
				continue
			}
			free[source] = true
			if len(reference.Declaring(source, r.name, r.object.Kind == typecheck.TypeObject)) == 0 {
				continue
			}
			if source == seer {
				return fmt.Errorf("`%s` is declared already in %s", r.name, source.Name)
			}
			return fmt.Errorf("`%s` is declared already in %s, and %s would see both", r.name, source.Name, seer.Name)
		}
	}
	return nil
}
