package habits

// sets are the words of other languages that forms ask for by the name of their set.
var sets = map[string]map[string]bool{
	// Words before a variable that bind it, instead of `let` or besides it.
	"binder": set("var", "const", "val", "auto", "mut", "local", "set", "def"),
	// Words before a definition.
	"modifier": set("pub", "public", "private", "static", "export", "async", "inline", "extern", "local", "partial", "override"),
	// Words before `class` and `enum`.
	"type modifier": set("sealed", "abstract", "final", "public", "pub", "private", "data", "export", "case"),
	// Words that begin a definition.
	"definer": set("fn", "fun", "func", "function", "proc", "defn", "define"),
	// Words that declare a choice of constructors.
	"data": set("enum", "datatype", "union", "variant", "adt"),
	// Words that stand within an expression or a statement: no argument of a function that is called
	// without parentheses.
	"inner": set("and", "or", "xor", "mod", "div", "is", "in", "as", "then", "of", "do", "end", "begin", "for", "when",
		"elif", "elsif", "elseif", "not", "case", "with", "where"),
	// Words before a name and of braces that hold definitions.
	"block": set("impl", "trait", "interface", "instance", "class", "struct", "module", "namespace", "object", "protocol", "extension"),
	// Fields of values.
	"field": set("shape", "length", "size", "dtype"),
	// Words before a parameter.
	"parameter": set("mut", "var", "const", "inout", "val", "let", "final"),
}

func set(words ...string) map[string]bool {
	s := make(map[string]bool, len(words))
	for _, w := range words {
		s[w] = true
	}
	return s
}

// Has reports whether a word belongs to a set: the words that other languages have at one place.
func Has(name, word string) bool { return sets[name][word] }

// IsInner reports whether a word stands within expressions or statements of other languages.
func IsInner(word string) bool { return sets["inner"][word] }

// scalars are the types that other languages convert numbers to, with the dtype that is meant.
var scalars = map[string]string{
	"int": "int32", "float": "float32", "double": "float64", "half": "float16", "long": "int64", "short": "int16",
	"bool": "bool", "int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64", "uint8": "uint8",
	"uint16": "uint16", "uint32": "uint32", "uint64": "uint64", "float16": "float16", "bfloat16": "bfloat16",
	"float32": "float32", "float64": "float64", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
	"u8": "uint8", "u32": "uint32", "u64": "uint64", "f16": "float16", "f32": "float32", "f64": "float64",
}

// Scalar gives the dtype of a type that casts and array types of other languages name; "" for none.
func Scalar(name string) string { return scalars[name] }

// applications are types whose arguments stand in angle brackets, or after which their argument
// stands, with what they are called here.
var applications = map[string]string{
	"Vec": "FractalTensor", "vector": "FractalTensor", "Vector": "FractalTensor", "Array": "FractalTensor", "ArrayList": "List",
	"list": "List", "LinkedList": "List", "Seq": "FractalTensor", "Sequence": "FractalTensor", "Option": "Optional", "option": "Optional", "optional": "Optional", "Maybe": "Optional",
}

// Generic gives the type that a type of another language with arguments is called here.
func Generic(name string) string {
	if here := applications[name]; here != "" {
		return here
	}
	return name
}

// Postfix gives the type that ML writes after its argument; "" where a name is none.
func Postfix(name string) string {
	if name == "list" || name == "option" {
		return applications[name]
	}
	return ""
}

// numberSuffixes are those of other languages, with the dtype that each stands for and the suffix
// that is written here.
var numberSuffixes = map[string][2]string{
	"F": {"float32", "f"}, "f32": {"float32", "f"}, "f64": {"float64", "f64"}, "d": {"float64", "f64"}, "D": {"float64", "f64"},
	"h": {"float16", "f16"}, "f16": {"float16", "f16"}, "i8": {"int8", "i8"}, "i16": {"int16", "i16"}, "i32": {"int32", "i32"}, "i64": {"int64", "i64"},
	"u8": {"uint8", "u8"}, "u16": {"uint16", "u16"}, "u32": {"uint32", "u32"}, "u64": {"uint64", "u64"},
}

// NumberSuffix gives the dtype that the suffix of a number stands for, and how it is written here.
func NumberSuffix(text string) (dtype, suffix string, ok bool) {
	s, ok := numberSuffixes[text]
	return s[0], s[1], ok
}

// quotes are those of other languages, with the ones that close them.
var quotes = []struct{ open, close string }{
	{"'", "'"}, {"“", "”"}, {"”", "”"}, {"„", "“"}, {"‘", "’"}, {"«", "»"}, {"`", "`"},
}

// openers are what precedes a body instead of a brace, with the word that closes it, ""
// for none.
var openers = map[string]string{"then": "", "do": "end", "begin": "end", ":": "", "=>": "", "->": "", "=": ""}

// Opener gives the word that closes a body after an opening word or sign, "" for none; ok is false
// of what opens no body.
func Opener(text string) (closer string, ok bool) {
	closer, ok = openers[text]
	return closer, ok
}
