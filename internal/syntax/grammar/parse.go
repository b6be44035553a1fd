package grammar

import (
	"errors"

	"github.com/alecthomas/participle/v2"
)

// newParser builds the parser. One token of lookahead in the choices, and
// what the grammar asks for with (?= …) and (?! …), is enough; backtracking is
// bounded by it, and so parsing takes linear time.
func newParser() (*participle.Parser[Item], error) {
	return participle.Build[Item](
		participle.Lexer(tokenDefinition{}),
		participle.Union[ItemBody](
			&Version{}, &Metadata{}, &Definition{}, &Data{}, &TypeDefinition{}, &Extern{},
			&Import{}, &Assertion{}, &Declaration{}, &Alias{}, &Program{}),
		participle.Union[ParameterPart](&Attributes{}, &Parameter{}),
		participle.Union[Type](&AtomicType{}, &FunctionType{}, &NamedType{}, &TupleType{}, &ListType{}),
		participle.Union[ResultType](&AtomicType{}, &ResultFunctionType{}, &NamedType{}, &TupleType{}, &ListType{}),
		participle.Union[TypeArgument](&NamedTypeArgument{}, &TypeLiteral{}, &Dimension{}),
		participle.Union[TypeValue](&TypeLiteral{}, &Dimension{}),
		participle.Union[Pattern](&AtomicPattern{}, &NamedPattern{}, &PatternGroup{}),
		participle.Union[Binding](&Let{}, &FreeVariable{}, &GraphBinding{}),
		participle.Union[Tail](&Call{}, &Index{}, &Projection{}),
		participle.Union[Argument](&Attributes{}, &PrintedType{}, &Positional{}),
		participle.Union[Primary](
			&Function{}, &If{}, &Match{}, &LetExpression{}, &Block{}, &Group{}, &List{},
			&Number{}, &Variable{}, &Atom{}),
		participle.Union[Clause](&CaseClause{}, &ArrowClause{}),
	)
}

// A Parser reads items by the grammar.
type Parser struct {
	items *participle.Parser[Item]
}

// New makes a Parser; it may be used again and by several goroutines.
func New() (*Parser, error) {
	items, err := newParser()
	if err != nil {
		return nil, err
	}
	return &Parser{items}, nil
}

var errAssignment = errors.New("only an element can precede `=`")

// Parse reads the text of one item. It stops at the first mistake.
func (p *Parser) Parse(text string) (*Tree, error) {
	item, err := p.items.ParseString("", text)
	if err != nil {
		return nil, err
	}
	tree := item.tree()
	if tree.isBad() {
		return nil, errAssignment
	}
	return tree, nil
}

// String is the grammar in EBNF, one production a line.
func (p *Parser) String() string { return p.items.String() }
