// Package token classifies the words of programs for editors that colour them, and for
// reports. It takes a file of a snapshot and a span of it in bytes and returns tokens in
// bytes with what each word is.
//
// Two sources determine what a word is: the tree with its types (a name is a parameter, a
// constructor, a shape variable), and where it knows nothing the letters (a number, a
// comment). Where both classify one word the tree counts; classify.go merges them. Items
// whose meaning is that of the last time are taken from a cache (cache.go).
//
// Read class.go first (what can be said of a word), then classify.go.
package token

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Class is what a token says of a word: what it is, and more of it. The zero
// class says nothing: the word gets no token.
type Class struct {
	Type      Type
	Modifiers Modifiers
}

// A Type is what a word is.
type Type uint8

const (
	None Type = iota
	Function
	Variable
	Parameter
	TypeName
	TypeParameter
	Constructor
	Attribute
	Keyword
	Number
	String
	Comment
	Operator
	Macro
	Decorator
	TypeCount
)

// Modifiers are a set, a bit each.
type Modifiers uint8

const (
	Declaration  Modifiers = 1 << iota // introduces the name
	Definition                         // and says what it stands for
	Readonly                           // a shape variable: an extent, not a type
	Modification                       // a reference whose content is replaced
	Library                            // the prelude, an operator, a type of the language
)

// lexicalClasses are the tokens that say by themselves what they are. Of the
// rest, `<` and `>` are brackets unless the tree has them as operators.
var lexicalClasses = [256]Class{
	syntax.TokLocal: {Type: Variable}, syntax.TokSegment: {Type: Variable}, syntax.TokGlobal: {Type: Function},
	syntax.TokInt: {Type: Number}, syntax.TokFloat: {Type: Number}, syntax.TokString: {Type: String},
	syntax.TokMeta: {Type: Macro}, syntax.TokAttribute: {Type: Decorator},
	syntax.TokVersion: {Type: Decorator}, syntax.TokMetadata: {Type: Decorator},
	syntax.TokPlus: {Type: Operator}, syntax.TokMinus: {Type: Operator}, syntax.TokStar: {Type: Operator},
	syntax.TokSlash: {Type: Operator}, syntax.TokLessEq: {Type: Operator}, syntax.TokGreaterEq: {Type: Operator},
	syntax.TokEq: {Type: Operator}, syntax.TokNotEq: {Type: Operator}, syntax.TokAnd: {Type: Operator},
	syntax.TokOr: {Type: Operator}, syntax.TokNot: {Type: Operator}, syntax.TokCaret: {Type: Operator},
}

// objectClasses are what names stand for.
var objectClasses = [256]Class{
	typecheck.LocalObject:       {Type: Variable},
	typecheck.DefObject:         {Type: Function},
	typecheck.DeclaredObject:    {Type: Function},
	typecheck.TypeObject:        {Type: TypeName},
	typecheck.ParamObject:       {Type: TypeParameter},
	typecheck.ConstructorObject: {Type: Constructor},
	typecheck.OperatorObject:    {Function, Library},
}

// nodeClasses are what names are by their place alone, where nothing is known
// of what they stand for.
var nodeClasses = [256]Class{
	syntax.Local:     {Type: Variable},
	syntax.Global:    {Type: Function},
	syntax.PatVar:    {Variable, Declaration},
	syntax.PatName:   {Variable, Declaration},
	syntax.TypeName:  {Type: TypeName},
	syntax.TypeParam: {TypeParameter, Declaration},
	syntax.Operator:  {Type: Operator},
}

// headClasses are the names that nodes of a kind begin with.
var headClasses = [256]Class{
	syntax.ItemDef:     {Function, Declaration | Definition},
	syntax.ItemDecl:    {Function, Declaration},
	syntax.ItemData:    {TypeName, Declaration | Definition},
	syntax.ItemOpaque:  {TypeName, Declaration},
	syntax.ItemAlias:   {TypeName, Declaration | Definition},
	syntax.Constructor: {Constructor, Declaration | Definition},
	syntax.Graph:       {Variable, Declaration},
	syntax.FreeVar:     {Variable, Declaration},
	syntax.NamedArg:    {Type: Attribute},
	syntax.PatCons:     {Type: Constructor},
}
