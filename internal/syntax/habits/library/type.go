package library

// TensorType says how the type of a tensor is written.
const TensorType = "the type of a tensor is written `Tensor[(2, 3), float32]`: its shape in parentheses, then its dtype"

// typeAdvice says what is written instead of the types of other languages that no dtype stands
// for: a sentence, and the types that it is about.
var typeAdvice = []struct {
	sentence string
	types    []string
}{
	{"there are no strings but in attributes; a name may be a constructor of a `data` type",
		[]string{"str", "string", "String", "char"}},
	{TensorType, []string{
		"torch.Tensor", "torch.FloatTensor", "torch.LongTensor", "np.ndarray", "numpy.ndarray", "np.array", "jnp.ndarray",
		"jnp.array", "jax.Array", "tf.Tensor", "R.Tensor", "relax.Tensor", "T.Buffer", "ndarray", "NDArray", "tensor",
		"FloatTensor", "Float", "Float32", "Int", "Shaped", "TensorType", "Matrix", "Vector",
	}},
	{"the type of no value is the empty tuple `()`", []string{"void", "Unit", "unit", "Void", "NoneType", "None"}},
	{"the type of a tuple is written `(T, U)`", []string{"Tuple", "tuple"}},
	{"the type of a pair is written `(T, U)`", []string{"Pair"}},
	{"a value that may be absent has the type `Optional[int32]`; `data` declares other choices", []string{"Union"}},
	{"a cell that can be written has the type `ref(int32)`; values are shared without one",
		[]string{"Ref", "RefCell", "Cell", "IORef", "MVar", "Box", "Rc", "Arc", "pointer", "Pointer", "mut"}},
	{"the type of a function is written `fn(int32) -> int32`", []string{"Callable", "Fn", "Function", "func", "Func"}},
	{"lists have the type `List[int32]`, sequences `FractalTensor[int32]`", []string{"list", "Vec", "vector", "Seq", "Sequence", "ArrayList", "LinkedList"}},
	{"a value that may be absent has the type `Optional[int32]`", []string{"Maybe", "maybe", "option", "optional"}},
	{"there are no dictionaries: a list of pairs is a `List[(int32, int32)]`", []string{"dict", "Dict", "map"}},
	{"`data Either<a, b> { Left(a), Right(b) }` declares a choice; a value that may be absent has the type `Optional[int32]`",
		[]string{"Either", "either", "Result", "result"}},
	{"a type that is to be inferred is written `_`", []string{"Any", "any", "auto"}},
}

// TypeAdvice says what is written instead of a type of another language; "" where nothing is
// known of it.
func TypeAdvice(name string) string {
	for _, row := range typeAdvice {
		for _, t := range row.types {
			if t == name {
				return row.sentence
			}
		}
	}
	return ""
}

// typeNames are the types of other languages that take the same arguments as one of Frac.
var typeNames = map[string]string{
	"Maybe": "Optional", "maybe": "Optional", "option": "Optional", "optional": "Optional", "list": "List",
	"ArrayList": "List", "LinkedList": "List",
}

// TypeName gives Frac's name of a type of another language that takes the same arguments; ""
// where it has none.
func TypeName(name string) string { return typeNames[name] }

// clauseWords begin what looks like a call and is none: the names in its parentheses are of
// another language.
var clauseWords = map[string]bool{"deriving": true}

// IsClause reports whether a word before parentheses begins a clause of another language.
func IsClause(word string) bool { return clauseWords[word] }

// initialStates are what other libraries call the first state of a fold.
var initialStates = map[string]bool{
	"initial": true, "initializer": true, "initial_value": true, "start": true, "acc": true, "carry": true, "seed": true,
	"neutral": true, "zero": true, "identity": true,
}

// absentWords stand for the absence of a value.
var absentWords = map[string]bool{"null": true, "nullptr": true, "nil": true, "nothing": true}

// IsAbsent reports whether a word stands for the absence of a value in other languages.
func IsAbsent(word string) bool { return absentWords[word] }

// IsInitialState reports whether a named argument is what other libraries call the first state
// of a fold.
func IsInitialState(name string) bool { return initialStates[name] }
