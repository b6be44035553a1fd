package attack

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
