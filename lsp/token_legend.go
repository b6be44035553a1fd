package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/lsp/token"
)

// The legend is announced once: tokens name types by their place in it, and
// modifiers by a bit each. A token type stands one place in front of its number.
var (
	tokenTypeNames = [token.TypeCount]protocol.SemanticTokenTypes{
		token.Function:      protocol.SemanticTokenTypesFunction,
		token.Variable:      protocol.SemanticTokenTypesVariable,
		token.Parameter:     protocol.SemanticTokenTypesParameter,
		token.TypeName:      protocol.SemanticTokenTypesType,
		token.TypeParameter: protocol.SemanticTokenTypesTypeParameter,
		token.Constructor:   protocol.SemanticTokenTypesEnumMember,
		token.Attribute:     protocol.SemanticTokenTypesProperty,
		token.Keyword:       protocol.SemanticTokenTypesKeyword,
		token.Number:        protocol.SemanticTokenTypesNumber,
		token.String:        protocol.SemanticTokenTypesString,
		token.Comment:       protocol.SemanticTokenTypesComment,
		token.Operator:      protocol.SemanticTokenTypesOperator,
		token.Macro:         protocol.SemanticTokenTypesMacro,
		token.Decorator:     protocol.SemanticTokenTypesDecorator,
	}
	modifierNames = map[token.Modifiers]protocol.SemanticTokenModifiers{
		token.Declaration:  protocol.SemanticTokenModifiersDeclaration,
		token.Definition:   protocol.SemanticTokenModifiersDefinition,
		token.Readonly:     protocol.SemanticTokenModifiersReadonly,
		token.Modification: protocol.SemanticTokenModifiersModification,
		token.Library:      protocol.SemanticTokenModifiersDefaultLibrary,
	}
)

func tokenTypes() []string {
	var names []string
	for _, name := range tokenTypeNames[token.None+1:] {
		names = append(names, string(name))
	}
	return names
}

func tokenModifiers() []string {
	var names []string
	for bit := token.Declaration; modifierNames[bit] != ""; bit <<= 1 {
		names = append(names, string(modifierNames[bit]))
	}
	return names
}
