package interp

import "github.com/fraccheck/fraccheck/value"

// operatorOf is the operator that an opcode on scalars computes; the dtype of
// opcodes that serve several is that of their operands.
var operatorOf = invert(direct)

func invert(direct map[string]map[value.Dtype]opcode) map[opcode]string {
	names := map[opcode]string{opAddK: "add"}
	for name, byDtype := range direct {
		for _, code := range byDtype {
			names[code] = name
		}
	}
	return names
}

// A condition is a jump as a comparison: its operator, and whether its right
// operand is a number in the word.
type condition struct {
	name     string
	constant bool
}

var conditions = map[opcode]condition{
	opJumpLt: {"less", false}, opJumpLe: {"less_equal", false}, opJumpEq: {"equal", false}, opJumpNe: {"not_equal", false},
	opJumpLtK: {"less", true}, opJumpGeK: {"greater_equal", true}, opJumpEqK: {"equal", true}, opJumpNeK: {"not_equal", true},
}

// run traces code from pc on to the function's return.
func (t *tracer) run(fn *function, regs []symbol, pc int) symbol {
	for {
		if t.budget--; t.budget < 0 {
			t.end()
		}
		w := fn.code[pc]
		pc++
		code := opcode(w)
		a, b, c := int(uint8(w>>8)), int(uint8(w>>16)), int(uint8(w>>24))
		if c, ok := conditions[code]; ok {
			other := symbol{}
			if c.constant {
				other = t.number(t.dtype(regs[a]), int64(int16(w>>16)))
			} else {
				other = regs[b]
			}
			return t.branch(fn, regs, t.binary(c.name, regs[a], other), fn.target(pc), pc+1)
		}
		if name, ok := operatorOf[code]; ok {
			right := regs[c]
			if code == opAddK {
				right = t.number(value.Int32, int64(int8(w>>24)))
			}
			regs[a] = t.binary(name, regs[b], right)
			continue
		}
		switch code {
		case opMove:
			regs[a] = regs[b]
		case opConst:
			regs[a] = t.known(fn.consts[w>>16])
		case opInt:
			regs[a] = t.number(value.Int32, int64(int16(w>>16)))
		case opFree:
			regs[a] = t.free(regs[0], int(w>>16))
		case opNewEnv:
			regs[a] = symbol{kind: closureSymbol, parts: make([]symbol, int(w>>16))}
		case opEnvSet:
			t.environment(regs[a], int(fn.code[pc]))[fn.code[pc]] = regs[b]
			pc++
		case opEnvGet:
			regs[a] = t.free(regs[b], int(fn.code[pc]))
			pc++
		case opForce:
			regs[a] = t.force(regs[b], int(fn.code[pc]), int(fn.code[pc+1]))
			pc += 2
		case opSettle:
			t.environment(regs[0], int(fn.code[pc]))[fn.code[pc]] = regs[a]
			return regs[a]
		case opFork:
			pc = fn.target(pc)
		case opNot:
			regs[a] = t.binary("equal", regs[b], symbol{kind: knownSymbol, slot: boolSlot(false)})
		case opField:
			regs[a] = t.field(regs[b], c)
		case opFields:
			of := regs[b]
			for i := range c {
				regs[a+i] = t.field(of, i)
			}
		case opTuple:
			s := symbol{kind: tupleSymbol, parts: make([]symbol, c)}
			for i := range c {
				s.parts[i] = regs[uint8(fn.code[pc+i/4]>>(8*(i%4)))]
			}
			pc += max(1, (c+3)/4)
			regs[a] = s
		case opClosure:
			target := t.m.funcs[w>>16]
			regs[a] = symbol{kind: closureSymbol, fn: target.index, parts: append([]symbol{}, regs[a+1:a+1+target.captures]...)}
		case opOperator:
			regs[a] = t.operator(fn.sites[w>>16], regs[a+1:])
		case opJump:
			pc = fn.target(pc)
		case opIf, opUnless:
			yes, no := pc+1, fn.target(pc)
			if code == opUnless {
				yes, no = no, yes
			}
			return t.branch(fn, regs, regs[a], yes, no)
		case opSwitch:
			s := regs[a]
			if s.kind != knownSymbol || s.slot.kind() != dataKind {
				t.end()
			}
			pc = fn.target(pc + 1 + s.slot.tag())
		case opSwitchHead:
			s := regs[a]
			if s.kind != knownSymbol || s.slot.kind() != dataKind {
				t.end()
			}
			pc = fn.target(pc + 1 + s.slot.headTag())
		case opCallGlobal:
			callee := t.m.funcs[w>>16]
			inner := make([]symbol, window)
			copy(inner[1:], regs[a+1:a+1+callee.params])
			regs[a] = t.function(callee, inner)
		case opCall:
			regs[a] = t.call(regs[a], regs[a+1:a+1+b])
		case opTailGlobal:
			callee := t.m.funcs[w>>16]
			inner := make([]symbol, window)
			copy(inner[1:], regs[a+1:a+1+callee.params])
			return t.function(callee, inner)
		case opTail:
			return t.call(regs[a], regs[a+1:a+1+b])
		case opReturn:
			return regs[a]
		case opExtents:
			regs[a] = symbol{kind: knownSymbol, slot: t.m.newExtents(regs[a].slot)}
		case opCheck:
			if !t.check(regs[a], fn.types[fn.code[pc]], extentsOf(regs[b].slot)) {
				t.end() // it fails where the value is real
			}
			pc++
		default:
			t.end()
		}
	}
}

// environment is what a symbol of one holds, field i among it.
func (t *tracer) environment(env symbol, i int) []symbol {
	if env.kind != closureSymbol || i >= len(env.parts) {
		t.end()
	}
	return env.parts
}

// force traces the code of a graph binding unless its value is there.
func (t *tracer) force(env symbol, field, fn int) symbol {
	if env.kind == knownSymbol && env.slot.kind() == closureKind {
		s, settled := env.slot.graphField(field).settled()
		if !settled {
			t.end()
		}
		return t.known(s)
	}
	if known := t.environment(env, field)[field]; known.kind != unsetSymbol {
		return known
	}
	regs := make([]symbol, window)
	regs[0] = env
	return t.function(t.m.funcs[fn], regs)
}

// target is where the target word at pc leads.
func (f *function) target(pc int) int { return pc + int(int32(f.code[pc])) }

// dtype is that of a number.
func (t *tracer) dtype(s symbol) value.Dtype {
	switch s.kind {
	case nodeSymbol:
		return t.nodes[s.node].dtype
	case knownSymbol:
		if d, ok := s.slot.scalarDtype(); ok {
			return d
		}
	}
	t.end()
	return 0
}

// branch traces both ways on from a condition, or the one that is known.
func (t *tracer) branch(fn *function, regs []symbol, cond symbol, yes, no int) symbol {
	if cond.kind == knownSymbol {
		if cond.slot.w != 0 {
			return t.run(fn, regs, yes)
		}
		return t.run(fn, regs, no)
	}
	if cond.kind != nodeSymbol || t.nodes[cond.node].dtype != value.Bool {
		t.end()
	}
	t.branching++
	x := t.run(fn, append([]symbol{}, regs...), yes)
	y := t.run(fn, regs, no)
	t.branching--
	return t.choose(cond.node, x, y)
}

// operator traces an elementwise operator, or map over the rows of a row.
func (t *tracer) operator(s *site, args []symbol) symbol {
	if s.chain != nil {
		return t.call(symbol{kind: knownSymbol, slot: closureOf(s.chain.fn)}, args[:s.args])
	}
	if s.op == nil || s.form != nil || s.extra > 0 || len(s.exprs) > 0 {
		t.end()
	}
	if s.op.Name == "map" && s.op.Map == nil && s.args == 2 && args[1].kind == rowsSymbol {
		elem := t.call(args[0], args[1].parts[:1])
		return symbol{kind: rowsSymbol, rows: args[1].rows, parts: []symbol{elem}}
	}
	if l := lifts[s.op.Name]; l != nil {
		return t.lift(l, s, args)
	}
	if s.op.Map == nil || s.args > 3 {
		t.end()
	}
	nodes, in := make([]int, s.args), make([]value.Dtype, s.args)
	for i := range nodes {
		nodes[i] = t.operand(args[i])
		in[i] = t.nodes[nodes[i]].dtype
	}
	return t.apply(s.op.Map(s.attrs, in), nodes...)
}
