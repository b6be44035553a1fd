package symbolic

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// A ParseError says what is wrong with a text, and at which byte.
type ParseError struct {
	Offset  int
	Message string
}

func (e *ParseError) Error() string { return fmt.Sprintf("%s (at byte %d)", e.Message, e.Offset) }

// What a text may hold, and what reading it may take: maxParseWork counts the terms
// of all intermediate results and the pairs of terms that are multiplied. The
// digits are those of the longest coefficients that products are expanded to.
const (
	maxParseDepth = 200
	maxParseSize  = 1 << 13
	maxParseWork  = 1 << 19
	maxDigits     = maxBits * 3 / 8
)

// Parse reads an expression as String and Growth.Text print it:
//
//	sum     = ["-"] product { ("+" | "-") product } .
//	product = power { ("*" | "·" | "/") power } .
//	power   = primary [ "^" power ] .
//	primary = number | size | "(" sum ")" | "⌊" sum "⌋" | "⌈" sum "⌉"
//	        | ("floor" | "ceil" | "min" | "max") "(" sum { "," sum } ")"
//	        | "log" [base] ("(" sum [ "," base ] ")" | power)
//	        | ("W" | "S" | "M") "(" function { "," sum } ")" .
//	size    = name | ["max"] "|" name "|" ["_" digits] | name "(" name ")" .
//
// All of it may stand in "Θ(…)" or "O(…)", which is left out. A logarithm without
// a base has base 2. "/" is exact but directly inside floor and ceil. The names
// of sizes ("n", "|l|", "|xs|_2", "height(t)") and of functions are looked up by
// names, where nil is an error.
func Parse(text string, names func(name string) *Symbol) (*Expr, error) {
	p := parser{lexer: lexer{text: text}, names: names}
	p.next()
	e := p.bound()
	if p.err == nil && p.kind != end {
		p.fail("expected an operator")
	}
	if p.err != nil {
		return nil, p.err
	}
	return e, nil
}

type parser struct {
	lexer
	names func(string) *Symbol
	depth int
	work  int
	err   *ParseError
}

// fail notes the first error; the rest of the text is skipped then.
func (p *parser) fail(message string, at ...int) *Expr {
	if p.err == nil {
		p.err = &ParseError{p.start, message}
		if len(at) > 0 {
			p.err.Offset = at[0]
		}
	}
	p.pos = len(p.text)
	p.next()
	return nil
}

// made bounds what an operation may give.
func (p *parser) made(e *Expr, at int) *Expr {
	switch {
	case p.err != nil:
		return nil
	case e == nil:
		return p.fail("this has no value", at)
	case e.Size() > maxParseSize || !p.spend(e.Size()):
		return p.fail("this expression is too large", at)
	}
	return e
}

func (p *parser) spend(work int) bool {
	p.work += work
	return p.work <= maxParseWork
}

// times is the product of two factors, of which many small ones may take long.
func (p *parser) times(e, o *Expr, at int) *Expr {
	switch {
	case p.err != nil:
		return nil
	case !p.spend(e.productWork(o)):
		return p.fail("this expression is too large", at)
	}
	return p.made(e.Mul(o), at)
}

// joiningWork is what multiplying two terms takes in which exponents are added,
// beside multiplying others.
const joiningWork = 32

// productWork is in proportion to the time that expanding e*o takes.
func (e *Expr) productWork(o *Expr) int {
	if e.overgrows(o) {
		return 1
	}
	work := len(e.terms) * len(o.terms) * (1 + (e.bits()+o.bits())/64)
	if e.hasPowers() || o.hasPowers() {
		work *= joiningWork
	}
	return work
}

func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxParseDepth {
		p.fail("this is nested too deeply")
		return false
	}
	return true
}

func (p *parser) accept(token string) bool {
	if p.kind != mark || p.token() != token {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(token string) {
	if !p.accept(token) {
		p.fail("expected `" + token + "`")
	}
}

func (p *parser) bound() *Expr {
	if p.kind != word || p.token() != "Θ" && p.token() != "O" || !strings.HasPrefix(p.rest(), "(") {
		return p.sum()
	}
	p.next()
	p.expect("(")
	e := p.sum()
	p.expect(")")
	return e
}

func (p *parser) sum() *Expr {
	num, den := p.quotientSum()
	return p.quotient(num, den, p.start)
}

func (p *parser) quotient(num, den *Expr, at int) *Expr {
	if p.err != nil {
		return nil
	}
	e, ok := num.Div(den)
	if !ok {
		return p.fail("division by zero", at)
	}
	return p.made(e, at)
}

// quotientSum is a sum, in which the divisor is kept apart if it is one product.
func (p *parser) quotientSum() (num, den *Expr) {
	defer func() { p.depth-- }()
	if !p.enter() {
		return nil, nil
	}
	at := p.start
	negative := p.accept("-")
	num, den = p.product()
	if negative {
		num = num.Neg()
	}
	if p.kind != mark || p.token() != "+" && p.token() != "-" {
		return num, den
	}
	return p.made(p.moreTerms(p.quotient(num, den, at)), at), small[1]
}

// moreTerms adds what follows a first summand, all at once.
func (p *parser) moreTerms(first *Expr) *Expr {
	summands := []*Expr{first}
	for p.kind == mark && (p.token() == "+" || p.token() == "-") {
		negative := p.token() == "-"
		p.next()
		at := p.start
		num, den := p.product()
		e := p.quotient(num, den, at)
		if negative {
			e = e.Neg()
		}
		summands = append(summands, e)
	}
	if p.err != nil {
		return nil
	}
	return total(summands)
}

func (p *parser) product() (num, den *Expr) {
	at := p.start
	num, den = p.power(), small[1]
	for p.kind == mark {
		switch {
		case p.accept("*") || p.accept("·"):
			num = p.times(num, p.power(), at)
		case p.accept("/"):
			den = p.times(den, p.power(), at)
		default:
			return num, den
		}
	}
	return num, den
}

func (p *parser) power() *Expr {
	defer func() { p.depth-- }()
	if !p.enter() {
		return nil
	}
	at := p.start
	base := p.primary()
	if !p.accept("^") {
		return base
	}
	return p.made(base.Power(p.power()), at)
}

func (p *parser) primary() *Expr {
	switch {
	case p.kind == number:
		return p.number()
	case p.kind == word:
		return p.word()
	case p.accept("("):
		e := p.sum()
		p.expect(")")
		return e
	case p.accept("⌊"):
		return p.rounded((*Expr).FloorDiv, "⌋")
	case p.accept("⌈"):
		return p.rounded((*Expr).CeilDiv, "⌉")
	case p.kind == end:
		return p.fail("expected an expression, and the text ends")
	}
	return p.fail("expected an expression")
}

func (p *parser) number() *Expr {
	text := p.token()
	r, ok := new(big.Rat).SetString(text)
	if len(text) > maxDigits || !ok {
		return p.fail("this number is too long")
	}
	p.next()
	return constant(ratOf(r))
}

func (p *parser) rounded(round func(num, den *Expr) (*Expr, bool), closing string) *Expr {
	at := p.start
	num, den := p.quotientSum()
	p.expect(closing)
	if p.err != nil {
		return nil
	}
	e, ok := round(num, den)
	if !ok {
		return p.fail("division by zero", at)
	}
	return p.made(e, at)
}

// functions are the words that a parenthesis makes functions.
var functions = []string{"floor", "ceil", "min", "max"}

var measures = map[string]Measure{"W": Work, "S": Span, "M": Memory}

func (p *parser) word() *Expr {
	at, name := p.start, p.token()
	base, isLog := strings.CutPrefix(name, "log")
	isLog = isLog && strings.Trim(base, "0123456789") == "" && len(base) < 10
	call := strings.HasPrefix(p.rest(), "(")
	switch {
	case isLog && (call || p.operandFollows()):
		p.next()
		return p.log(base, at)
	case !call:
		return p.size(name)
	case slices.Contains(functions, name):
		return p.call(name)
	case measures[name] != 0:
		return p.cost(measures[name])
	}
	return p.named(name)
}

func (p *parser) call(name string) *Expr {
	p.next()
	p.expect("(")
	switch name {
	case "floor":
		return p.rounded((*Expr).FloorDiv, ")")
	case "ceil":
		return p.rounded((*Expr).CeilDiv, ")")
	case "min":
		return p.extremum(minAtom)
	}
	return p.extremum(maxAtom)
}

// named is a size such as height(t).
func (p *parser) named(name string) *Expr {
	at := p.start
	p.next()
	p.expect("(")
	name += "(" + p.token() + ")"
	if p.kind != word {
		return p.fail("expected a name")
	}
	p.next()
	p.expect(")")
	return p.lookup(name, at)
}

func (p *parser) size(name string) *Expr {
	e := p.lookup(name, p.start)
	p.next()
	return e
}

func (p *parser) lookup(name string, at int) *Expr {
	if p.err != nil {
		return nil
	}
	if s := p.names(name); s != nil {
		return Var(s)
	}
	return p.fail("there is no size `"+name+"`", at)
}

func (p *parser) extremum(kind atomKind) *Expr {
	at := p.start
	args := []*Expr{p.sum()}
	for p.accept(",") {
		args = append(args, p.sum())
	}
	p.expect(")")
	if p.err != nil {
		return nil
	}
	return p.made(extremum(kind, args), at)
}

func (p *parser) cost(measure Measure) *Expr {
	p.next()
	p.expect("(")
	at, name := p.start, p.token()
	if p.kind != word {
		return p.fail("expected the name of a function")
	}
	p.next()
	var sizes []*Expr
	for p.accept(",") {
		sizes = append(sizes, p.sum())
	}
	p.expect(")")
	if p.err != nil {
		return nil
	}
	f := p.names(name)
	if f == nil {
		return p.fail("there is no function `"+name+"`", at)
	}
	return p.made(Cost(measure, f, sizes...), at)
}

// log is after its name. Its operand may be a power: log n.
func (p *parser) log(digits string, at int) *Expr {
	defer func() { p.depth-- }()
	if !p.enter() {
		return nil
	}
	base := Int(2)
	if digits != "" {
		r, _ := new(big.Rat).SetString(digits)
		base = constant(ratOf(r))
	}
	if !p.accept("(") {
		return p.logarithm(p.primary(), base, at)
	}
	e := p.sum()
	if digits == "" && p.accept(",") {
		base = p.sum()
	}
	p.expect(")")
	return p.logarithm(e, base, at)
}

func (p *parser) logarithm(e, base *Expr, at int) *Expr {
	if p.err != nil {
		return nil
	}
	l := e.Log(base)
	if l == nil {
		return p.fail("the base of a logarithm must be a number above 1", at)
	}
	return p.made(l, at)
}
