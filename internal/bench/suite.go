package bench

// An Input is one program of the benchmark suite.
type Input struct {
	Name string
	Text string
}

// Suite gives the inputs that docs/performance.md compares.
func Suite() []Input {
	return []Input{
		{"lists-35005-lines", Lists(5000)},
		{"pairs-50000-lines", Pairs(10_000)},
		{"mobilenet", MobileNet()},
		{"resnet50", ResNet50()},
		{"graph-chain-3000", GraphChain(3000)},
		{"graph-chain-30000", GraphChain(30000)},
		{"let-chain-3000", LetChain(3000)},
		{"let-chain-30000", LetChain(30000)},
		{"infix-chain-30000", InfixChain(30000)},
		{"tuple-match-8x8", TupleMatch(8, 8)},
	}
}
