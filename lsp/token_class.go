package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A class is what a semantic token says of a word: what it is, and more of it.
// The zero class says nothing: the word gets no token.
type class struct {
	is   tokenType
	also modifiers
}

// A tokenType is 1 more than its place in the legend.
type tokenType uint8

const (
	noToken tokenType = iota
	functionToken
	variableToken
	parameterToken
	typeToken
	typeParameterToken
	constructorToken
	attributeToken
	keywordToken
	numberToken
	stringToken
	commentToken
	operatorToken
	macroToken
	decoratorToken
	tokenTypeCount
)

var tokenTypeNames = [tokenTypeCount]protocol.SemanticTokenTypes{
	functionToken:      protocol.SemanticTokenTypesFunction,
	variableToken:      protocol.SemanticTokenTypesVariable,
	parameterToken:     protocol.SemanticTokenTypesParameter,
	typeToken:          protocol.SemanticTokenTypesType,
	typeParameterToken: protocol.SemanticTokenTypesTypeParameter,
	constructorToken:   protocol.SemanticTokenTypesEnumMember,
	attributeToken:     protocol.SemanticTokenTypesProperty,
	keywordToken:       protocol.SemanticTokenTypesKeyword,
	numberToken:        protocol.SemanticTokenTypesNumber,
	stringToken:        protocol.SemanticTokenTypesString,
	commentToken:       protocol.SemanticTokenTypesComment,
	operatorToken:      protocol.SemanticTokenTypesOperator,
	macroToken:         protocol.SemanticTokenTypesMacro,
	decoratorToken:     protocol.SemanticTokenTypesDecorator,
}

// Modifiers are a set: the bits stand in the order of the legend.
type modifiers uint8

const (
	declares    modifiers = 1 << iota // introduces the name
	defines                           // and says what it stands for
	isFixed                           // a shape variable: an extent, not a type
	isWritten                         // a reference whose content is replaced
	fromLibrary                       // the prelude, an operator, a type of the language
)

var modifierNames = []protocol.SemanticTokenModifiers{
	protocol.SemanticTokenModifiersDeclaration,
	protocol.SemanticTokenModifiersDefinition,
	protocol.SemanticTokenModifiersReadonly,
	protocol.SemanticTokenModifiersModification,
	protocol.SemanticTokenModifiersDefaultLibrary,
}

func tokenTypes() []string {
	var names []string
	for _, name := range tokenTypeNames[1:] {
		names = append(names, string(name))
	}
	return names
}

func tokenModifiers() []string {
	var names []string
	for _, name := range modifierNames {
		names = append(names, string(name))
	}
	return names
}

// lexicalClasses are the tokens that say by themselves what they are. Of the
// rest, `<` and `>` are brackets unless the tree has them as operators.
var lexicalClasses = [256]class{
	syntax.TokLocal: {is: variableToken}, syntax.TokSegment: {is: variableToken}, syntax.TokGlobal: {is: functionToken},
	syntax.TokInt: {is: numberToken}, syntax.TokFloat: {is: numberToken}, syntax.TokString: {is: stringToken},
	syntax.TokMeta: {is: macroToken}, syntax.TokAttribute: {is: decoratorToken},
	syntax.TokVersion: {is: decoratorToken}, syntax.TokMetadata: {is: decoratorToken},
	syntax.TokPlus: {is: operatorToken}, syntax.TokMinus: {is: operatorToken}, syntax.TokStar: {is: operatorToken},
	syntax.TokSlash: {is: operatorToken}, syntax.TokLessEq: {is: operatorToken}, syntax.TokGreaterEq: {is: operatorToken},
	syntax.TokEq: {is: operatorToken}, syntax.TokNotEq: {is: operatorToken}, syntax.TokAnd: {is: operatorToken},
	syntax.TokOr: {is: operatorToken}, syntax.TokNot: {is: operatorToken}, syntax.TokCaret: {is: operatorToken},
}

// objectClasses are what names stand for.
var objectClasses = [256]class{
	typecheck.LocalObject:       {is: variableToken},
	typecheck.DefObject:         {is: functionToken},
	typecheck.DeclaredObject:    {is: functionToken},
	typecheck.TypeObject:        {is: typeToken},
	typecheck.ParamObject:       {is: typeParameterToken},
	typecheck.ConstructorObject: {is: constructorToken},
	typecheck.OperatorObject:    {functionToken, fromLibrary},
}

// nodeClasses are what names are by their place alone, where nothing is known
// of what they stand for.
var nodeClasses = [256]class{
	syntax.Local:     {is: variableToken},
	syntax.Global:    {is: functionToken},
	syntax.PatVar:    {variableToken, declares},
	syntax.PatName:   {variableToken, declares},
	syntax.TypeName:  {is: typeToken},
	syntax.TypeParam: {typeParameterToken, declares},
	syntax.Operator:  {is: operatorToken},
}

// headClasses are the names that items and constructors declare: their first
// child.
var headClasses = [256]class{
	syntax.ItemDef:     {functionToken, declares | defines},
	syntax.ItemDecl:    {functionToken, declares},
	syntax.ItemData:    {typeToken, declares | defines},
	syntax.ItemOpaque:  {typeToken, declares},
	syntax.ItemAlias:   {typeToken, declares | defines},
	syntax.Constructor: {constructorToken, declares | defines},
	syntax.Graph:       {variableToken, declares},
	syntax.FreeVar:     {variableToken, declares},
	syntax.NamedArg:    {is: attributeToken},
	syntax.PatCons:     {is: constructorToken},
}
