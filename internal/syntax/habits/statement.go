package habits

const (
	noLoops      = "there are no loops: `map(fn(%x) { … }, %xs)` and `foldl(fn(%state, %x) { … }, %xs, %start)` go through a sequence, a function that calls itself does everything else"
	noDelete     = "nothing is deleted: a value lives as long as something refers to it"
	noExceptions = "there are no exceptions: give an `Option`, `None` where there is no result"
	noAssert     = "there is no `assert` inside of a function: `# evaluates to 3` after a top-level expression claims its value"
	noPrint      = "nothing is printed while a program runs: `fraccheck run` prints the value of each top-level expression"
	MatchForm    = "a choice between constructors is written `match (…) { P => e, … }`"
	letForm      = "a variable is bound with `let`; it keeps its value"
	typedLetForm = "a variable is bound with `let`, its type follows it: `let $2: $1 = …`"
)

// statements are the habits at the beginning of a statement.
var statements = []Habit{
	{At: Statement, Form: "<binder> ▸ %x", Message: letForm, Fix: "=let", Then: ReadLet, Example: "var %z = %a; %z", Meant: "let %z = %a; %z"},
	{At: Statement, Form: "typeword ▸ %x ~=", Message: typedLetForm, Fix: "=let", Then: ReadLet, Example: "int32 %z = %a; %z", Meant: "let %z = %a; %z"},
	{At: Statement, Form: "switch ▸ (…)? {", Message: MatchForm, Fix: "=match", Then: ReadMatch,
		Example: "switch (%o) { Some(%z) => %z, None => 0 }", Meant: "match (%o) { Some(%z) => %z, None => 0 }"},
	{At: Statement, Form: "do ▸ ⏎any", Message: "there is no `do`: a variable is bound with `let %x = …;`, and the last expression of a block is its result", Then: SkipBlock,
		Example: "do\n  %z <- %a\n  %z"},
	{At: Statement, Form: "for|while|loop|repeat|do|break|continue ▸ stated", Message: noLoops, Then: SkipStatement, Example: "while (%p) { %a }"},
	{At: Statement, Form: "try|throw|raise ▸ stated", Message: noExceptions, Then: SkipStatement, Example: "raise %a"},
	{At: Statement, Form: "del|delete|free|drop ▸ stated", Message: noDelete, Then: SkipStatement, Example: "del %a; %b"},
	{At: Statement, Form: "assert ▸ stated", Message: noAssert, Then: SkipStatement, Example: "assert %p; %a"},
	{At: Statement, Form: "begin ▸ stated", Message: BlockForm, Then: SkipStatement, Example: "begin { %a }"},
	{At: Statement, Form: "print ▸ stated", Message: noPrint, Then: SkipStatement, Example: "print %a; %b"},
	{At: Statement, Form: "when ▸ stated", Message: ChoiceForm, Then: SkipStatement, Example: "when (%p) { %a }"},
	{At: Statement, Form: "unless ▸ stated", Message: "a choice is written `if (!(…)) { … } else { … }`", Then: SkipStatement, Example: "unless (%p) { %a }"},
	{At: Statement, Form: "with ▸ stated", Message: "there is no `with`: a block is written in braces, and a value needs no closing", Then: SkipStatement, Example: "with (%a) { %b }"},
	{At: Statement, Form: "pass ▸ stated", Message: "every block has a value: its last expression; `()` is the empty tuple", Then: SkipStatement},
}

// prefixes are words that other languages have before an expression, which stands without them.
var prefixes = []Habit{
	{At: Prefix, Form: "new ▸ applied", Message: "there is no `new`: a constructor is called by its name, `Some(%x)`", Fix: "-", Example: "new Some(%a)", Meant: "Some(%a)"},
	{At: Prefix, Form: "await ▸ applied", Message: "there is no `await`: a call gives its result", Fix: "-", Example: "await @g(%a)", Meant: "@g(%a)"},
	{At: Prefix, Form: "move ▸ applied", Message: "there is no `move`: values never change, so that they may be shared", Fix: "-", Example: "move @g(%a)", Meant: "@g(%a)"},
	{At: Prefix, Form: "yield ▸ applied", Message: "there is no `yield`: `map` gives what a function makes of each element", Fix: "-", Example: "yield @g(%a)", Meant: "@g(%a)"},
}

// macros are those of Rust. Where Fix is "-", what stands in the brackets is the value.
var macros = []Habit{
	{At: Macro, Form: "vec", Message: "a sequence is written `[1, 2]`", Fix: "-", Example: "vec![%a, %b]", Meant: "[%a, %b]"},
	{At: Macro, Form: "panic|todo|unreachable|unimplemented", Message: noExceptions, Example: "panic!(\"no\")"},
	{At: Macro, Form: "assert|assert_eq|debug_assert", Message: noAssert, Example: "assert!(%p)"},
	{At: Macro, Form: "println|print|eprintln|dbg", Message: noPrint, Example: "println!(%a)"},
	{At: Macro, Form: "format", Message: "there are no strings but in attributes, and none that hold values", Example: "format!(\"a\")"},
}

// bindings are words after `let`.
var bindings = []Habit{
	{At: Binding, Form: "mut", Message: "a variable keeps its value: there is no `mut`; `ref(…)` makes a reference that can be written", Fix: "-",
		Example: "let mut %z = %a; %z", Meant: "let %z = %a; %z"},
	{At: Binding, Form: "rec", Message: "there is no `rec`: a function literal that is bound by `let` may call itself", Fix: "-",
		Example: "let rec %z = fn(%n: int32) -> int32 { %n }; %z(%a)", Meant: "let %z = fn(%n: int32) -> int32 { %n }; %z(%a)"},
	{At: Binding, Form: "val", Message: "there is no `val` after `let`", Fix: "-", Example: "let val %z = %a; %z", Meant: "let %z = %a; %z"},
	{At: Binding, Form: "var", Message: "there is no `var` after `let`", Fix: "-", Example: "let var %z = %a; %z", Meant: "let %z = %a; %z"},
}

// parameters are words before a parameter.
var parameters = []Habit{
	{At: Parameter, Form: "<parameter> ▸ %x", Message: "a parameter keeps its value: there is no `$1` before it", Fix: "-",
		Example: "@id(fn(mut %z: int32) { %z })(%a)", Meant: "@id(fn(%z: int32) { %z })(%a)"},
	{At: Parameter, Form: "word ▸ %x", Message: "the type of a parameter follows it: `$2: $1`", Fix: "=$2: $1", Over: 2,
		Example: "@id(fn(int32 %z) { %z })(%a)", Meant: "@id(fn(%z: int32) { %z })(%a)"},
}
