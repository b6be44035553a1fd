package attack

import (
	"fmt"
	"strings"
	"time"
)

// RunCommands are tried on programs whose values are what is hostile in them. What
// computes a value may take as much memory as the flag says, 4 GiB without it.
var RunCommands = [][]string{
	{"run", "--max-memory", "1GiB", "main.frac"},
	{"run", "--max-memory", "1GiB", "--format", "json", "main.frac"},
	{"test", "main.frac"},
	{"test", "--format", "json", "main.frac"},
}

// valueKinds are programs whose values, or what is expected of them, are large.
func valueKinds() []Kind {
	var kinds []Kind
	for _, p := range valuePrograms {
		limit := Limit{Time: p.time, Memory: p.memory}
		kinds = append(kinds, Kind{Name: "value/" + p.name, Make: program(p.text), Size: p.size, Small: p.small, Commands: RunCommands, Limit: limit})
	}
	return kinds
}

// valuePrograms are made of n parts. What is larger than 100 KB may take longer.
var valuePrograms = []struct {
	name        string
	size, small int
	time        time.Duration
	memory      int64
	text        func(n int) string
}{
	{"pairs of pairs", 40, 6, 0, 0, sharedPairs},
	{"pairs of pairs, very deep", 1000, 30, 0, 0, sharedPairs},
	{"FractalTensors of one", 40, 6, 0, 0, chained("{\n  let %a0 = [1, 2];\n", "  let %a$i = [%a$j, %a$j];\n", "  %a$i\n}\n# => 3\n")},
	{"a reference to itself", 1, 1, 0, 0, selfReference},
	{"references in a ring", 10_000, 20, 0, 0, referenceRing},
	{"a long list", 1_000_000, 100, 10 * time.Second, 0, built("List[int32]", "Cons(%n, %l)", "Nil()")},
	{"a deep nest", 1_000_000, 100, 10 * time.Second, 0, built("T", "P(%l)", "E()")},
	{"a deep nest of pairs", 1_000_000, 100, 10 * time.Second, 0, built("Q", "Two(%l, %l)", "One()")},
	{"a large array", 100_000, 10, 0, 0, func(n int) string { return fmt.Sprintf("zeros(shape=[%d, %d], dtype=\"int8\")\n# => 1\n", n, n) }},
	{"an array of many axes", 60, 6, 0, 0, func(n int) string {
		return "zeros(shape=[" + strings.Repeat("1, ", n) + "1], dtype=\"int8\")\n# => 1\n"
	}},
	{"a long expected value", 1_600_000, 100, 15 * time.Second, 0, expected("zeros(shape=[%d], dtype=\"int32\")", "0")},
	{"a long expected value of another type", 100_000, 100, 0, 0, func(n int) string { return "1\n# => (" + strings.Repeat("[1], ", n) + ")\n" }},
	{"a long tuple", 500_000, 100, 10 * time.Second, 0, func(n int) string { return written("(", n, ")") }},
	{"a long FractalTensor", 500_000, 100, 10 * time.Second, 0, func(n int) string { return written("[", n, "]") }},
	{"an expected value that is nested", 1_000_000, 100, 10 * time.Second, 0, func(n int) string { return "1\n# => " + strings.Repeat("(", n) + "\n" }},
	{"an expected failure that is long", 5_000_000, 100, 10 * time.Second, 0, func(n int) string { return "1 / 0\n# fails: " + strings.Repeat("x", n) + "\n" }},
	{"many comments", 50_000, 50, 15 * time.Second, 0, func(n int) string {
		return joined("", n, func(i int) string { return fmt.Sprintf("add(%d, 1)  # => %d\n", i, i+1) })
	}},
	{"many comments that do not hold", 50_000, 50, 20 * time.Second, 0, func(n int) string {
		return joined("", n, func(i int) string { return fmt.Sprintf("add(%d, 1)  # => %d\n", i, i) })
	}},
	{"many items", 200_000, 50, 20 * time.Second, 0, func(n int) string {
		return joined("", n, func(i int) string { return fmt.Sprintf("%d\n", i) })
	}},
}

// sharedPairs is one pair of which a tree of 2^n leaves is made.
var sharedPairs = chained("{\n  let %a0 = (1, 2);\n", "  let %a$i = (%a$j, %a$j);\n", "  %a$i\n}\n# => 3\n")

func selfReference(int) string {
	return "type L { N(), C(ref(L)) }\n{ let %r = ref(N()); ref_write(%r, C(%r)); %r }\n# => 3\n"
}

// referenceRing is a list that ends where it begins.
func referenceRing(n int) string {
	return fmt.Sprintf("type L { N(), C(ref(L)) }\n"+
		"def @f(%%n: int32, %%r: ref(L)) -> ref(L) { if (%%n == 0) { %%r } else { @f(%%n - 1, ref(C(%%r))) } }\n"+
		"{ let %%r = ref(N()); let %%s = @f(%d, %%r); ref_write(%%r, C(%%s)); %%s }\n# => 3\n", n)
}

// built is a value of a type that a recursion makes of n links.
func built(typ, link, end string) func(n int) string {
	return func(n int) string {
		return fmt.Sprintf("type T { E(), P(T) }\ntype Q { One(), Two(Q, Q) }\n"+
			"def @f(%%n: int32, %%l: %[1]s) -> %[1]s { if (%%n == 0) { %%l } else { @f(%%n - 1, %[2]s) } }\n"+
			"@f(%[4]d, %[3]s)\n# => %[3]s\n", typ, link, end, n)
	}
}

// expected is an expression of n elements, and all of them as what is expected.
func expected(expression, element string) func(n int) string {
	return func(n int) string {
		return fmt.Sprintf(expression, n) + "\n# => [" + strings.TrimSuffix(strings.Repeat(element+", ", n), ", ") + "]\n"
	}
}

// written is a value that is written out twice, as it is and as it should be.
func written(opening string, n int, closing string) string {
	text := opening + strings.TrimSuffix(strings.Repeat("1, ", n), ", ") + closing
	return text + "\n# => " + text + "\n"
}

// runKinds are programs whose FractalTensors get vast when they run.
func runKinds() []Kind {
	commands := [][]string{{"run", "--max-memory", "512MiB", "--timeout", "5s", "main.frac"}}
	var kinds []Kind
	for _, p := range runs {
		text := func(int) string { return p.text }
		kinds = append(kinds, Kind{Name: "run/" + p.name, Make: program(text), Size: 1, Small: 1, Commands: commands,
			Limit: Limit{Time: 2 * DefaultLimit.Time}})
	}
	return kinds
}

var runs = []struct{ name, text string }{
	{"copies", "length(repeat([1, 2], 2000000000))\n"},
	{"a flat array of copies", "flatten(repeat(arange(100000), 100000))\n"},
	{"copies joined", "join(repeat(arange(1000000), 100000), [[1]])\n"},
	{"copies mapped", "map(fn(%x) { map(fn(%y) { %y + 1 }, %x) }, repeat(arange(1000000), 10000))\n"},
	{"pairs of pairs", "{ let %x = arange(20000000); let (%a, %b) = product(%x, %x); length(%a) }\n"},
	{"windows of windows", "slide(slide(slide(arange(100000), window=1000), window=1000), window=1000)\n"},
	{"a wide window", "length(window([1, 2, 3], window=1000000000, dilation=1000000000))\n"},
	{"rows of results", "length(map(fn(%i) { [%i, %i, %i] }, arange(100000000)))\n"},
	{"doubled again and again", "def @f(%n: int32, %a: FractalTensor[int32]) -> int32 { if (%n == 0) { length(%a) } else { @f(%n - 1, join(%a, %a)) } }\n@f(100, [1])\n"},
	{"a long list", "def @f(%n: int32, %l: List[int32]) -> List[int32] { if (%n == 0) { %l } else { @f(%n - 1, Cons(%n, %l)) } }\n@f(2000000000, Nil())\n"},
}
