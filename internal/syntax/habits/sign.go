package habits

import "strings"

// operators are infix operators of other languages: those of one token At Infix, those of two signs
// side by side At Pair, whose first one is an operator of Frac. One without a Fix is read as an
// operator whose result has no type.
var operators = []Habit{
	{At: Infix, Form: "and", Fix: "=&&", Sure: true, Message: "the logical and is written `&&`", Example: "%p and %q", Meant: "%p && %q"},
	{At: Infix, Form: "or", Fix: "=||", Sure: true, Message: "the logical or is written `||`", Example: "%p or %q", Meant: "%p || %q"},
	{At: Infix, Form: "xor", Call: "logical_xor", Message: "there is no infix `xor`: write `logical_xor(%a, %b)`, or `bitwise_xor(%a, %b)` for the bits of integers",
		Example: "%p xor %q", Meant: "logical_xor(%p, %q)"},
	{At: Infix, Form: "mod", Call: "mod", Open: true, Message: "there is no infix `mod`: write `mod(%a, %b)`; `floor_mod` takes the sign of the divisor",
		Example: "%a mod %b", Meant: "mod(%a, %b)"},
	{At: Infix, Form: "div", Call: "floor_divide", Message: "there is no infix `div`: write `floor_divide(%a, %b)`; `/` rounds integers toward zero",
		Example: "%a div %b", Meant: "floor_divide(%a, %b)"},
	// It may ask for the same reference, so that its fix is a guess.
	{At: Infix, Form: "is", Fix: "===", Message: "values are compared with `==`; `match` distinguishes constructors such as `None` and `Some`",
		Example: "%a is %b", Meant: "%a == %b"},
	{At: Infix, Form: "&", Message: "there is no `&`: write `&&` for truth values, `bitwise_and(%a, %b)` for the bits of integers", Example: "%a & %b"},
	{At: Infix, Form: "|", Message: "there is no `|`: write `||` for truth values, `bitwise_or(%a, %b)` for the bits of integers", Example: "%a | %b"},
	{At: Infix, Form: "%", Call: "mod", Open: true, Message: "there is no infix `%`: the remainder is `mod(%a, %b)`, or `floor_mod` with the sign of the divisor",
		Example: "%a % %b", Meant: "mod(%a, %b)"},
	{At: Infix, Form: "@", Call: "nn.matmul", Message: "there is no infix `@`: matrices are multiplied by `nn.matmul(%a, %b)`, lists are joined by `@concat(%a, %b)`",
		Example: "%m @ %m", Meant: "nn.matmul(%m, %m)"},
	{At: Infix, Form: "^", Message: "there is no infix `^`: write `power(%a, %b)` to raise to a power, `bitwise_xor(%a, %b)` for the bits of integers", Example: "%a ^ %b"},

	{At: Pair, Form: "**", Call: "power", Message: "there is no `**`: write `power(%x, %y)`", Example: "%x ** %y", Meant: "power(%x, %y)"},
	{At: Pair, Form: "<<", Call: "left_shift", Message: "there is no `<<`: write `left_shift(%a, %b)`", Example: "%a << %b", Meant: "left_shift(%a, %b)"},
	{At: Pair, Form: ">>", Call: "right_shift", Message: "there is no `>>`: write `right_shift(%a, %b)`", Example: "%a >> %b", Meant: "right_shift(%a, %b)"},
	{At: Pair, Form: "<>", Fix: "=!=", Sure: true, Message: "inequality is written `!=`", Example: "%a <> %b", Meant: "%a != %b"},
	{At: Pair, Form: "===", Fix: "===", Sure: true, Message: "equality is written `==`", Example: "%a === %b", Meant: "%a == %b"},
	{At: Pair, Form: "!==", Fix: "=!=", Sure: true, Message: "inequality is written `!=`", Example: "%a !== %b", Meant: "%a != %b"},
	{At: Pair, Form: "++", Message: "there is no `++`: a variable keeps its value, `%x + 1` is a new one; `@concat(%a, %b)` joins lists, `concatenate` tensors", Example: "%l ++ %l"},
	{At: Pair, Form: "+.", Fix: "=+", Sure: true, Message: "`+` adds floats and integers alike: there is no `+.`", Example: "%x +. %y", Meant: "%x + %y"},
	{At: Pair, Form: "-.", Fix: "=-", Sure: true, Message: "`-` subtracts floats and integers alike: there is no `-.`", Example: "%x -. %y", Meant: "%x - %y"},
	{At: Pair, Form: "*.", Fix: "=*", Sure: true, Message: "`*` multiplies floats and integers alike: there is no `*.`", Example: "%x *. %y", Meant: "%x * %y"},
	{At: Pair, Form: "/.", Fix: "=/", Sure: true, Message: "`/` divides floats and integers alike: there is no `/.`", Example: "%x /. %y", Meant: "%x / %y"},
	{At: Pair, Form: "+=", Message: "there is no `+=`: bind a new variable with `let`; `ref_write(%r, …)` changes what a reference holds", Example: "%a += %b"},
	{At: Pair, Form: "-=", Message: "there is no `-=`: bind a new variable with `let`; `ref_write(%r, …)` changes what a reference holds", Example: "%a -= %b"},
	{At: Pair, Form: "*=", Message: "there is no `*=`: bind a new variable with `let`; `ref_write(%r, …)` changes what a reference holds", Example: "%a *= %b"},
	{At: Pair, Form: "/=", Message: "there is no `/=`: bind a new variable with `let`, or write `ref_write(%r, …)` for a reference; inequality is written `!=`", Example: "%a /= %b"},
}

// Writes gives what a sign or an operator is read as: what its fix writes, "" for what has no
// counterpart.
func (h *Habit) Writes() string { return strings.TrimPrefix(h.Fix, "=") }

// signs are characters of other languages that begin no token.
var signs = []Habit{
	{At: Char, Form: "−", Fix: "=-", Message: "this is the sign U+2212; a minus is written `-`", Example: "%a − %b", Meant: "%a - %b"},
	{At: Char, Form: "–", Fix: "=-", Message: "this is a dash (U+2013); a minus is written `-`", Example: "%a – %b", Meant: "%a - %b"},
	{At: Char, Form: "—", Fix: "=-", Message: "this is a dash (U+2014); a minus is written `-`", Example: "%a — %b", Meant: "%a - %b"},
	{At: Char, Form: "×", Fix: "=*", Message: "multiplication is written `*`", Example: "%a × %b", Meant: "%a * %b"},
	{At: Char, Form: "·", Fix: "=*", Message: "multiplication is written `*`", Example: "%a · %b", Meant: "%a * %b"},
	{At: Char, Form: "÷", Fix: "=/", Message: "division is written `/`", Example: "%a ÷ %b", Meant: "%a / %b"},
	{At: Char, Form: "≤", Fix: "=<=", Message: "at most is written `<=`", Example: "%a ≤ %b", Meant: "%a <= %b"},
	{At: Char, Form: "≥", Fix: "=>=", Message: "at least is written `>=`", Example: "%a ≥ %b", Meant: "%a >= %b"},
	{At: Char, Form: "≠", Fix: "=!=", Message: "inequality is written `!=`", Example: "%a ≠ %b", Meant: "%a != %b"},
	{At: Char, Form: "→", Fix: "=->", Message: "an arrow is written `->`", Example: "fn(%z: int32) → int32 { %z }", Meant: "fn(%z: int32) -> int32 { %z }"},
	{At: Char, Form: "⇒", Fix: "==>", Message: "an arrow is written `=>`", Example: "match (%a) { %z ⇒ %z }", Meant: "match (%a) { %z => %z }"},
	{At: Char, Form: "¬", Fix: "=!", Message: "negation is written `!`", Example: "¬%p", Meant: "!%p"},
	{At: Char, Form: "∧", Fix: "=&&", Message: "the logical and is written `&&`", Example: "%p ∧ %q", Meant: "%p && %q"},
	{At: Char, Form: "∨", Fix: "=||", Message: "the logical or is written `||`", Example: "%p ∨ %q", Meant: "%p || %q"},
	{At: Char, Form: "~=", Fix: "=!=", Message: "inequality is written `!=`", Example: "%a ~= %b", Meant: "%a != %b"},
	{At: Char, Form: "~", Fix: "=!", Message: "there is no `~`: write `!` for truth values, `bitwise_not(%a)` for the bits of integers", Example: "~%p", Meant: "!%p"},
}

// longestSign bounds the bytes of a sign.
const longestSign = 3

// SignAt gives the sign that a text begins with; nil where none does.
func SignAt(text string) *Habit {
	for n := min(longestSign, len(text)); n > 0; n-- {
		if h := Word(Char, text[:n]); h != nil {
			return h
		}
	}
	return nil
}

// Quoted gives the length of the string in quotes of another language that a text begins with, and
// what is in it; 0 where there is none. It stands on one line, and a single quote encloses only
// what an attribute may hold (`'float32'`): `'a` is a type parameter.
func Quoted(text string) (length int, inner string) {
	for _, q := range quotes {
		rest, ok := strings.CutPrefix(text, q.open)
		if !ok {
			continue
		}
		end := strings.Index(rest, q.close)
		if end < 0 || strings.ContainsAny(rest[:end], "\n(){}[]<>;:\"") {
			continue
		}
		if behind := end + len(q.close); q.open == "'" && behind < len(rest) && isLetter(rest[behind]) {
			continue // type parameters: `'a tree = Leaf | Node of 'a`
		}
		return len(q.open) + end + len(q.close), rest[:end]
	}
	return 0, ""
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }

// LambdaSign gives the length of the `λ` that a function begins with, 0 where there is none:
// parameters and an arrow or a dot follow.
func LambdaSign(text string) int {
	rest, ok := strings.CutPrefix(text, "λ")
	if !ok {
		return 0
	}
	behind := strings.TrimLeft(rest, "% (),_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
	if behind == rest || behind == "" || !strings.ContainsAny(behind[:1], ".-=→:") {
		return 0
	}
	return len("λ")
}
