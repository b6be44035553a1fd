package complexity_test

// Types of recursive programs, besides those of adversary_program_test.go.
const (
	natural = "Nat"
	rose    = "Rose"
	forest  = "List[Rose]"
)

const recursiveData = `data Bin { Leaf, Node(Bin, int32, Bin) }
data Nat { Z, S(Nat) }
data Rose { Rose(int32, List[Rose]) }
`

// A routine is a definition that recursive programs call, written in one of several ways.
type routine struct {
	name string
	in   []string // unary and test stand for functions
	out  string
	ways []string // after the name; a word of the form @name in them is another routine
}

const (
	unary = "fn(int32) -> int32"
	test  = "fn(int32) -> bool"
)

// library are the routines; those without ways are of the prelude.
var library = []routine{
	{"@length", []string{intList}, intType, nil},
	{"@sum", []string{intList}, intType, nil},
	{"@concat", []string{intList, intList}, intList, nil},
	{"@rev", []string{intList}, intList, nil},
	{"@map", []string{unary, intList}, intList, nil},
	{"@filter", []string{test, intList}, intList, nil},
	{"@flatten", []string{lists}, intList, nil},
	{"@onto", []string{intList, intList}, intList, []string{
		`(%x: List[int32], %y: List[int32]) -> List[int32] { match (%x) { Nil => %y, Cons(%h, %t) => @onto(%t, Cons(%h, %y)) } }`}},
	{"@append", []string{intList, intList}, intList, []string{
		`(%x: List[int32], %y: List[int32]) -> List[int32] { match (%x) { Nil => %y, Cons(%h, %t) => Cons(%h, @append(%t, %y)) } }`,
		`(%x: List[int32], %y: List[int32]) -> List[int32] { @onto(@onto(%x, Nil), %y) }`}},
	{"@snoc", []string{intList, intType}, intList, []string{
		`(%x: List[int32], %v: int32) -> List[int32] { match (%x) { Nil => Cons(%v, Nil), Cons(%h, %t) => Cons(%h, @snoc(%t, %v)) } }`,
		`(%x: List[int32], %v: int32) -> List[int32] { @append(%x, Cons(%v, Nil)) }`}},
	{"@reverse", []string{intList}, intList, []string{
		`(%x: List[int32]) -> List[int32] { @onto(%x, Nil) }`,
		`(%x: List[int32]) -> List[int32] { match (%x) { Nil => Nil, Cons(%h, %t) => @append(@reverse(%t), Cons(%h, Nil)) } }`}},
	{"@insert", []string{intType, intList}, intList, []string{
		`(%v: int32, %x: List[int32]) -> List[int32] { match (%x) { Nil => Cons(%v, Nil), Cons(%h, %t) => if (%v <= %h) { Cons(%v, %x) } else { Cons(%h, @insert(%v, %t)) } } }`,
		`(%v: int32, %x: List[int32]) -> List[int32] { match (%x) { Cons(%h, %t) => { if (%h < %v) { Cons(%h, @insert(%v, %t)) } else { Cons(%v, Cons(%h, %t)) } }, Nil => Cons(%v, Nil) } }`}},
	{"@without", []string{intType, intList}, intList, []string{
		`(%v: int32, %x: List[int32]) -> List[int32] { match (%x) { Nil => Nil, Cons(%h, %t) => if (%h == %v) { @without(%v, %t) } else { Cons(%h, @without(%v, %t)) } } }`,
		`(%v: int32, %x: List[int32]) -> List[int32] { match (%x) { Nil => Nil, Cons(%h, %t) => { let %r = @without(%v, %t); if (%h == %v) { %r } else { Cons(%h, %r) } } } }`,
		`(%v: int32, %x: List[int32]) -> List[int32] { @filter(fn(%k: int32) -> bool { %k != %v }, %x) }`}},
	{"@below", []string{intType, intList}, intList, []string{
		`(%v: int32, %x: List[int32]) -> List[int32] { match (%x) { Nil => Nil, Cons(%h, %t) => if (%h < %v) { Cons(%h, @below(%v, %t)) } else { @below(%v, %t) } } }`,
		`(%v: int32, %x: List[int32]) -> List[int32] { @filter(fn(%k: int32) -> bool { %k < %v }, %x) }`}},
	{"@take", []string{intType, intList}, intList, []string{
		`(%n: int32, %x: List[int32]) -> List[int32] { if (%n <= 0) { Nil } else { match (%x) { Nil => Nil, Cons(%h, %t) => Cons(%h, @take(%n - 1, %t)) } } }`,
		`(%n: int32, %x: List[int32]) -> List[int32] { match (%x) { Nil => Nil, Cons(%h, %t) => if (%n <= 0) { Nil } else { Cons(%h, @take(%n - 1, %t)) } } }`}},
	{"@drop", []string{intType, intList}, intList, []string{
		`(%n: int32, %x: List[int32]) -> List[int32] { if (%n <= 0) { %x } else { match (%x) { Nil => Nil, Cons(_, %t) => @drop(%n - 1, %t) } } }`,
		`(%n: int32, %x: List[int32]) -> List[int32] { match (%x) { Nil => Nil, Cons(_, %t) => if (%n <= 0) { %x } else { @drop(%n - 1, %t) } } }`}},
	{"@twin", []string{intList, intList}, intList, []string{
		`(%x: List[int32], %y: List[int32]) -> List[int32] { match (%x) { Nil => Nil, Cons(%a, %s) => match (%y) { Nil => Nil, Cons(%b, %t) => Cons(%a + %b, @twin(%s, %t)) } } }`}},
	{"@merge", []string{intList, intList}, intList, []string{
		`(%x: List[int32], %y: List[int32]) -> List[int32] { match (%x) { Nil => %y, Cons(%a, %s) => match (%y) { Nil => %x, Cons(%b, %t) => if (%a < %b) { Cons(%a, @merge(%s, %y)) } else { Cons(%b, @merge(%x, %t)) } } } }`}},
	{"@member", []string{intType, intList}, boolType, []string{
		`(%v: int32, %x: List[int32]) -> bool { match (%x) { Nil => False, Cons(%h, %t) => %h == %v || @member(%v, %t) } }`,
		`(%v: int32, %x: List[int32]) -> bool { match (%x) { Nil => False, Cons(%h, %t) => if (%h == %v) { True } else { @member(%v, %t) } } }`}},
	{"@most", []string{intType, intList}, intType, []string{
		`(%v: int32, %x: List[int32]) -> int32 { match (%x) { Nil => %v, Cons(%h, %t) => if (%h > %v) { @most(%h, %t) } else { @most(%v, %t) } } }`,
		`(%v: int32, %x: List[int32]) -> int32 { @foldl(fn(%a: int32, %k: int32) -> int32 { if (%a < %k) { %k } else { %a } }, %v, %x) }`}},
	{"@split", []string{intType, intList}, pair, []string{
		`(%v: int32, %x: List[int32]) -> (List[int32], List[int32]) { match (%x) { Nil => (Nil, Nil), Cons(%h, %t) => { let (%a, %b) = @split(%v, %t); if (%h < %v) { (Cons(%h, %a), %b) } else { (%a, Cons(%h, %b)) } } } }`,
		`(%v: int32, %x: List[int32]) -> (List[int32], List[int32]) { @parts(%v, %x, Nil, Nil) }`}},
	{"@parts", []string{intType, intList, intList, intList}, pair, []string{
		`(%v: int32, %x: List[int32], %a: List[int32], %b: List[int32]) -> (List[int32], List[int32]) { match (%x) { Nil => (%a, %b), Cons(%h, %t) => if (%h < %v) { @parts(%v, %t, Cons(%h, %a), %b) } else { @parts(%v, %t, %a, Cons(%h, %b)) } } }`}},
	{"@halves", []string{intList}, pair, []string{
		`(%x: List[int32]) -> (List[int32], List[int32]) { match (%x) { Nil => (Nil, Nil), Cons(%h, %t) => { let (%a, %b) = @halves(%t); (Cons(%h, %b), %a) } } }`,
		`(%x: List[int32]) -> (List[int32], List[int32]) { match (%x) { Nil => (Nil, Nil), Cons(%h, Nil) => (%x, Nil), Cons(%h, Cons(%g, %t)) => { let (%a, %b) = @halves(%t); (Cons(%h, %a), Cons(%g, %b)) } } }`}},
	{"@prefix", []string{intType, lists}, lists, []string{
		`(%v: int32, %x: List[List[int32]]) -> List[List[int32]] { match (%x) { Nil => Nil, Cons(%h, %t) => Cons(Cons(%v, %h), @prefix(%v, %t)) } }`,
		`(%v: int32, %x: List[List[int32]]) -> List[List[int32]] { @map(fn(%r: List[int32]) -> List[int32] { Cons(%v, %r) }, %x) }`}},
	{"@join", []string{lists, lists}, lists, []string{
		`(%x: List[List[int32]], %y: List[List[int32]]) -> List[List[int32]] { match (%x) { Nil => %y, Cons(%h, %t) => Cons(%h, @join(%t, %y)) } }`,
		`(%x: List[List[int32]], %y: List[List[int32]]) -> List[List[int32]] { @concat(%x, %y) }`}},
	{"@sums", []string{lists}, intList, []string{
		`(%x: List[List[int32]]) -> List[int32] { match (%x) { Nil => Nil, Cons(%h, %t) => Cons(@sum(%h), @sums(%t)) } }`,
		`(%x: List[List[int32]]) -> List[int32] { @map(fn(%r: List[int32]) -> int32 { @length(%r) }, %x) }`}},
	{"@singles", []string{intList}, lists, []string{
		`(%x: List[int32]) -> List[List[int32]] { match (%x) { Nil => Nil, Cons(%h, %t) => Cons(Cons(%h, Nil), @singles(%t)) } }`,
		`(%x: List[int32]) -> List[List[int32]] { @map(fn(%k: int32) -> List[int32] { Cons(%k, Nil) }, %x) }`}},
	{"@put", []string{intType, bin}, bin, []string{
		`(%v: int32, %b: Bin) -> Bin { match (%b) { Leaf => Node(Leaf, %v, Leaf), Node(%l, %w, %r) => if (%v < %w) { Node(@put(%v, %l), %w, %r) } else { Node(%l, %w, @put(%v, %r)) } } }`}},
	{"@nodes", []string{bin}, intType, []string{
		`(%b: Bin) -> int32 { match (%b) { Leaf => 0, Node(%l, _, %r) => 1 + @nodes(%l) + @nodes(%r) } }`,
		`(%b: Bin) -> int32 { match (%b) { Leaf => 0, Node(%l, %v, %r) => @nodes(%l) + %v + @nodes(%r) } }`}},
	{"@mirror", []string{bin}, bin, []string{
		`(%b: Bin) -> Bin { match (%b) { Leaf => Leaf, Node(%l, %v, %r) => Node(@mirror(%r), %v, @mirror(%l)) } }`}},
	{"@flatOnto", []string{bin, intList}, intList, []string{
		`(%b: Bin, %x: List[int32]) -> List[int32] { match (%b) { Leaf => %x, Node(%l, %v, %r) => @flatOnto(%l, Cons(%v, @flatOnto(%r, %x))) } }`}},
	{"@flat", []string{bin}, intList, []string{
		`(%b: Bin) -> List[int32] { @flatOnto(%b, Nil) }`,
		`(%b: Bin) -> List[int32] { match (%b) { Leaf => Nil, Node(%l, %v, %r) => @append(@flat(%l), Cons(%v, @flat(%r))) } }`}},
	{"@plus", []string{natural, natural}, natural, []string{
		`(%a: Nat, %b: Nat) -> Nat { match (%a) { Z => %b, S(%k) => S(@plus(%k, %b)) } }`,
		`(%a: Nat, %b: Nat) -> Nat { match (%a) { Z => %b, S(%k) => @plus(%k, S(%b)) } }`}},
	{"@half", []string{natural}, natural, []string{
		`(%a: Nat) -> Nat { match (%a) { S(S(%k)) => S(@half(%k)), _ => Z } }`}},
	{"@number", []string{natural}, intType, []string{
		`(%a: Nat) -> int32 { match (%a) { Z => 0, S(%k) => 1 + @number(%k) } }`}},
	{"@count", []string{intList}, natural, []string{
		`(%x: List[int32]) -> Nat { match (%x) { Nil => Z, Cons(_, %t) => S(@count(%t)) } }`}},
	{"@weight", []string{rose}, intType, []string{
		`(%t: Rose) -> int32 { match (%t) { Rose(%v, %k) => %v + @weights(%k) } }`}},
	{"@weights", []string{forest}, intType, []string{
		`(%k: List[Rose]) -> int32 { match (%k) { Nil => 0, Cons(%h, %t) => @weight(%h) + @weights(%t) } }`}},
}
