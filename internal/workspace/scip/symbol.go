package scip

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// scheme is the first word of the symbols that fraccheck makes.
const scheme = "fraccheck"

// Packages of what no file of the project declares.
const (
	preludePackage  = "prelude"
	operatorPackage = "operators"
)

// inPackage begins the symbols of a package; a space in a name is doubled.
func inPackage(name string) string {
	if name == "" {
		name = "."
	}
	return scheme + " . " + strings.ReplaceAll(name, " ", "  ") + " . "
}

// identifier is a name as a part of a symbol, in backquotes where it has other characters than
// letters, digits and a few signs.
func identifier(name string) string {
	simple := name != "" && strings.IndexFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_+-$", r))
	}) < 0
	if simple {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

// fileSymbol is the symbol of a file: its path as namespaces.
func (x *indexer) fileSymbol(source *workspace.Source) string {
	s := inPackage(x.options.Project)
	for part := range strings.SplitSeq(source.Name, "/") {
		s += identifier(part) + "/"
	}
	return s
}

// symbol is the symbol of an object as a file names it.
func (x *indexer) symbol(d *document, o *typecheck.Object) string {
	switch o.Kind {
	case typecheck.LocalObject, typecheck.ParamObject:
		return d.local(o)
	case typecheck.OperatorObject:
		return x.operator(o.Op)
	}
	source := x.homes[o.Item]
	if source != nil {
		return x.fileSymbol(source) + descriptor(o)
	}
	symbol := inPackage(preludePackage) + descriptor(o)
	x.prelude[symbol] = o
	return symbol
}

// descriptor is the last part of a symbol.
func descriptor(o *typecheck.Object) string {
	switch o.Kind {
	case typecheck.TypeObject:
		return identifier(o.Name) + "#"
	case typecheck.ConstructorObject:
		return constructorSymbol(o.Item, o.Name)
	}
	return identifier(strings.TrimPrefix(o.Name, "@")) + "()."
}

// constructorSymbol is the term of a constructor below its type.
func constructorSymbol(item *syntax.Item, name string) string {
	return identifier(item.SourceText(item.Declared())) + "#" + identifier(name) + "."
}

// operator is the symbol of an operator, `nn.relu` as the term relu of the namespace nn. It is
// noted, so that its documentation is in the index.
func (x *indexer) operator(name string) string {
	x.operators[name] = true
	s := inPackage(operatorPackage)
	parts := strings.Split(name, ".")
	for _, part := range parts[:len(parts)-1] {
		s += identifier(part) + "/"
	}
	return s + identifier(parts[len(parts)-1]) + "()."
}

// local is the symbol of a variable of a file.
func (d *document) local(o *typecheck.Object) string {
	at := place{o.Item, o.Node}
	n, ok := d.locals[at]
	if !ok {
		n = len(d.locals)
		d.locals[at] = n
	}
	return fmt.Sprintf("local %d", n)
}

// A place is a node that declares something.
type place struct {
	item *syntax.Item
	node syntax.NodeID
}

// kinds are the kinds of objects as SCIP has them.
var kinds = map[typecheck.ObjectKind]int{
	typecheck.LocalObject: kindVariable, typecheck.DefObject: kindFunction, typecheck.DeclaredObject: kindFunction, typecheck.TypeObject: kindType,
	typecheck.ParamObject: kindTypeParam, typecheck.ConstructorObject: kindConstructor, typecheck.OperatorObject: kindOperator,
}
