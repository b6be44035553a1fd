package habits

// What is said of several habits.
const (
	definitionForm = "a definition begins with `def`"
	globalForm     = "what a file defines is a function: a value is one without parameters, `def @n() { … }`"
	AliasForm      = "another name for a type is given by `type N = T`"
	importForm     = "a file is imported by its path: `import \"lib.frac\"`"
	moduleForm     = "a file is a module: what it defines is seen by the files that import it"
	dataForm       = "a type with constructors is declared by `data`"
	RecordForm     = "a type of several parts is a tuple, or a `data` type whose constructor has unnamed fields: `data Point { Point(float32, float32) }`"
	WhereForm      = "there is no `where` after an expression: what it uses is bound before it, with `let $2 = …;`"
)

// items are the habits at the beginning of an item. Of several rows the first counts.
var items = []Habit{
	{At: Item, Form: "where ▸ ~param ~=", Message: WhereForm, Mark: 1, Then: SkipItem, Example: "where %y = %x * 2f"},
	{At: Item, Form: "<modifier> def|fn|fun|func|function ▸ ~@f", Message: definitionForm + ", without `$1`", Fix: "=def", Sure: true, Then: ReadDef,
		Example: "pub fn @f(%x: int32) -> int32 { %x }", Meant: "def @f(%x: int32) -> int32 { %x }"},
	{At: Item, Form: "let @f ▸ ~=|:", Message: globalForm, Then: NameOnly, Example: "let @n = 3"},
	{At: Item, Form: "<binder> @f ▸ ~=|:", Message: globalForm, Then: NameOnly, Example: "const @n = 3"},
	{At: Item, Form: "<binder> word ▸ ~=|:", Message: globalForm, Then: NameOnly, Example: "val n = 3"},
	{At: Item, Form: "@f ▸ ~=", Message: globalForm, Then: NameOnly, Example: "@n = 3"},
	{At: Item, Form: "typedef ▸ word ~!=", Message: AliasForm, Mark: 1, Then: SkipItem, Example: "typedef int32 T"},
	{At: Item, Form: "using|newtype|typedef|alias|typealias ▸ word ~=", Message: AliasForm, Fix: "=type", Then: ReadAlias,
		Example: "using T = int32", Meant: "type T = int32"},
	{At: Item, Form: "fn|fun ▸ @f", Message: definitionForm, Fix: "=def", Then: ReadDef,
		Example: "fn @f(%x: int32) -> int32 { %x }", Meant: "def @f(%x: int32) -> int32 { %x }"},
	{At: Item, Form: "let rec ▸ @f", Message: definitionForm, Fix: "=def", Then: ReadDef,
		Example: "let rec @f(%x: int32) -> int32 { %x }", Meant: "def @f(%x: int32) -> int32 { %x }"},
	{At: Item, Form: "let ▸ @f ~(", Message: definitionForm, Fix: "=def", Then: ReadDef,
		Example: "let @f(%x: int32) -> int32 { %x }", Meant: "def @f(%x: int32) -> int32 { %x }"},
	{At: Item, Form: "let rec word ▸ ~(", Message: "a definition begins with `def`, the name of a function with `@`: `def @$3(…)`", Fix: "=def @$3", Then: ReadHead,
		Example: "let rec f(%x: int32) -> int32 { %x }", Meant: "def @f(%x: int32) -> int32 { %x }"},
	{At: Item, Form: "<definer> word ▸ ~(", Message: "a definition begins with `def`, the name of a function with `@`: `def @$2(…)`", Fix: "=def @$2", Then: ReadHead,
		Example: "function f(%x: int32) -> int32 { %x }", Meant: "def @f(%x: int32) -> int32 { %x }"},
	{At: Item, Form: "<data> class|struct ▸ ~word", Message: dataForm, Mark: 1, Fix: "=data", Then: ReadData,
		Example: "enum class Shape { Circle, Square }", Meant: "data Shape { Circle, Square }"},
	{At: Item, Form: "<data> ▸ name", Message: dataForm, Fix: "=data", Then: ReadData,
		Example: "enum Shape { Circle, Square }", Meant: "data Shape { Circle, Square }"},
	{At: Item, Form: "from|open|use|using|include|require ▸ word|string|@f", Message: importForm, Then: ImportNothing, Example: "from lib import f"},
	{At: Item, Form: "import ▸ word|@f", Message: importForm, Then: ImportNothing, Example: "import lib"},
	{At: Item, Form: "module|package|namespace ▸ word|string|@f", Message: moduleForm, Then: SkipItem, Example: "module Main"},
	{At: Item, Form: "struct|record|class|newtype ▸ word", Message: RecordForm, Then: Opaque, Example: "struct Point { x: float32, y: float32 }"},
	{At: Item, Form: "struct|record|class|newtype ▸ string|@f", Message: RecordForm, Then: SkipItem},
	{At: Item, Form: "interface ▸ word|string|@f", Message: "there are no interfaces: a `where` after the result type says what operators a type parameter needs", Then: SkipItem,
		Example: "interface Shape { }"},
	{At: Item, Form: "trait ▸ word|string|@f", Message: "there are no traits: a `where` after the result type says what operators a type parameter needs", Then: SkipItem,
		Example: "trait Shape { }"},
	{At: Item, Form: "impl ▸ word|string|@f", Message: "there are no methods: write a definition `def @f(…)`", Then: SkipItem, Example: "impl Shape { }"},
}

// BeginsItem reports whether a word begins an item of another language.
func BeginsItem(word string) bool {
	switch word {
	case "from", "open", "use", "using", "include", "require", "import", "module", "package", "namespace",
		"struct", "record", "class", "newtype", "interface", "trait", "impl":
		return true
	}
	return false
}
