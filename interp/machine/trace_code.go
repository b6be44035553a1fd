package machine

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// run traces code from pc on to the function's return. Registers hold symbols, with the
// effects of package code's opcodes; an opcode that is missing here ends the trace.
func (t *tracer) run(fn *code.Function, regs []symbol, pc int) symbol {
	for {
		if t.budget--; t.budget < 0 {
			t.abort()
		}
		w := fn.Code[pc]
		pc++
		o := code.Opcode(w)
		a, b, c := int(uint8(w>>8)), int(uint8(w>>16)), int(uint8(w>>24))
		if c, ok := code.Comparisons[o]; ok {
			other := symbol{}
			if c.Constant {
				other = t.number(t.dtype(regs[a]), int64(int16(w>>16)))
			} else {
				other = regs[b]
			}
			return t.branch(fn, regs, t.binary(c.Name, regs[a], other), fn.Target(pc), pc+1)
		}
		if name, ok := code.OperatorOf[o]; ok {
			right := regs[c]
			if o == code.OpAddK {
				right = t.number(value.Int32, int64(int8(w>>24)))
			}
			regs[a] = t.binary(name, regs[b], right)
			continue
		}
		switch o {
		case code.OpMove:
			regs[a] = regs[b]
		case code.OpConst:
			regs[a] = t.known(fn.Consts[w>>16])
		case code.OpInt:
			regs[a] = t.number(value.Int32, int64(int16(w>>16)))
		case code.OpFree:
			regs[a] = t.free(regs[0], int(w>>16))
		case code.OpNewEnv:
			regs[a] = symbol{kind: closureSymbol, parts: make([]symbol, int(w>>16))}
		case code.OpEnvSet:
			t.environment(regs[a], int(fn.Code[pc]))[fn.Code[pc]] = regs[b]
			pc++
		case code.OpEnvGet:
			regs[a] = t.free(regs[b], int(fn.Code[pc]))
			pc++
		case code.OpForce:
			regs[a] = t.force(regs[b], int(fn.Code[pc]), int(fn.Code[pc+1]))
			pc += 2
		case code.OpSetGraph:
			t.environment(regs[0], int(fn.Code[pc]))[fn.Code[pc]] = regs[a]
			return regs[a]
		case code.OpFork:
			pc = fn.Target(pc)
		case code.OpNot:
			regs[a] = t.binary(op.Equal, regs[b], symbol{kind: knownSymbol, slot: code.BoolSlot(false)})
		case code.OpField:
			regs[a] = t.field(regs[b], c)
		case code.OpFields:
			of := regs[b]
			for i := range c {
				regs[a+i] = t.field(of, i)
			}
		case code.OpTuple:
			s := symbol{kind: tupleSymbol, parts: make([]symbol, c)}
			for i := range c {
				s.parts[i] = regs[uint8(fn.Code[pc+i/4]>>(8*(i%4)))]
			}
			pc += code.ListWords(c)
			regs[a] = s
		case code.OpClosure:
			target := t.m.funcs[w>>16]
			regs[a] = symbol{kind: closureSymbol, fn: target.Index, parts: append([]symbol{}, regs[a+1:a+1+target.Captures]...)}
		case code.OpOperator:
			regs[a] = t.operator(fn.Sites[w>>16], regs[a+1:])
		case code.OpJump:
			pc = fn.Target(pc)
		case code.OpIf, code.OpUnless:
			yes, no := pc+1, fn.Target(pc)
			if o == code.OpUnless {
				yes, no = no, yes
			}
			return t.branch(fn, regs, regs[a], yes, no)
		case code.OpSwitch:
			s := regs[a]
			if s.kind != knownSymbol || !s.slot.IsData() || s.slot.Tag() >= int(fn.Code[pc]) {
				t.abort()
			}
			pc = fn.Target(pc + 1 + s.slot.Tag())
		case code.OpSwitchFirst:
			s := regs[a]
			if s.kind != knownSymbol || !s.slot.HasField(0) || s.slot.FirstTag() >= int(fn.Code[pc]) {
				t.abort()
			}
			pc = fn.Target(pc + 1 + s.slot.FirstTag())
		case code.OpCallGlobal:
			callee := t.m.funcs[w>>16]
			inner := make([]symbol, code.FrameRegisters)
			copy(inner[1:], regs[a+1:a+1+callee.Params])
			regs[a] = t.function(callee, inner)
		case code.OpCall:
			regs[a] = t.call(regs[a], regs[a+1:a+1+b])
		case code.OpTailGlobal:
			callee := t.m.funcs[w>>16]
			inner := make([]symbol, code.FrameRegisters)
			copy(inner[1:], regs[a+1:a+1+callee.Params])
			return t.function(callee, inner)
		case code.OpTail:
			return t.call(regs[a], regs[a+1:a+1+b])
		case code.OpReturn:
			return regs[a]
		case code.OpExtents:
			regs[a] = symbol{kind: knownSymbol, slot: t.m.newExtents(regs[a].slot, c > 0)}
		case code.OpCheck, code.OpBind:
			if !t.check(regs[a], fn.Types[fn.Code[pc]], checkingOf(w, regs[b].slot)) {
				t.abort() // it fails where the value is real
			}
			pc++
		case code.OpSolve:
			if t.m.solve(extentsOf(regs[a].slot)) != nil {
				t.abort()
			}
		default:
			t.abort()
		}
	}
}

// environment is what a symbol of one holds, field i among it.
func (t *tracer) environment(env symbol, i int) []symbol {
	if env.kind != closureSymbol || i >= len(env.parts) {
		t.abort()
	}
	return env.parts
}

// force traces the code of a graph binding unless its value is there.
func (t *tracer) force(env symbol, field, fn int) symbol {
	if env.kind == knownSymbol && env.slot.Kind() == code.ClosureKind {
		s, settled := graphFieldOf(env.slot, field).get()
		if !settled {
			t.abort()
		}
		return t.known(s)
	}
	if known := t.environment(env, field)[field]; known.kind != unsetSymbol {
		return known
	}
	regs := make([]symbol, code.FrameRegisters)
	regs[0] = env
	return t.function(t.m.funcs[fn], regs)
}

// dtype is that of a number.
func (t *tracer) dtype(s symbol) value.Dtype {
	switch s.kind {
	case nodeSymbol:
		return t.nodes[s.node].dtype
	case knownSymbol:
		if d, ok := s.slot.ScalarDtype(); ok {
			return d
		}
	}
	t.abort()
	return 0
}

// branch traces both ways on from a condition, or the one that is known. Each way has
// registers of its own and runs to the function's return, so that what follows the branch
// is traced twice. It assumes no condition on the way: products, which are computed for all
// elements, are not allowed there.
func (t *tracer) branch(fn *code.Function, regs []symbol, cond symbol, yes, no int) symbol {
	if cond.kind == knownSymbol {
		if cond.slot.W != 0 {
			return t.run(fn, regs, yes)
		}
		return t.run(fn, regs, no)
	}
	if cond.kind != nodeSymbol || t.nodes[cond.node].dtype != value.Bool {
		t.abort()
	}
	t.branching++
	x := t.run(fn, append([]symbol{}, regs...), yes)
	y := t.run(fn, regs, no)
	t.branching--
	return t.choose(cond.node, x, y)
}

// operator traces fused and elementwise operators, products, or map over the rows of a row.
func (t *tracer) operator(s *code.Site, args []symbol) symbol {
	if s.Fused != nil {
		return t.call(symbol{kind: knownSymbol, slot: code.FunctionSlot(s.Fused.Index)}, args[:s.Args])
	}
	if s.Op == nil || s.Builtin != code.NoBuiltin || s.Extra > 0 || len(s.Computed) > 0 {
		t.abort()
	}
	if s.Op.Name == parallel.Map && s.Op.Map == nil && s.Args == 2 && args[1].kind == rowsSymbol {
		elem := t.call(args[0], args[1].parts[:1])
		return symbol{kind: rowsSymbol, rows: args[1].rows, parts: []symbol{elem}}
	}
	if l := s.Op.Product; l != nil {
		return t.product(l, s, args)
	}
	if s.Op.Map == nil || s.Args > 3 {
		t.abort()
	}
	nodes, in := make([]int, s.Args), make([]value.Dtype, s.Args)
	for i := range nodes {
		nodes[i] = t.operand(args[i])
		in[i] = t.nodes[nodes[i]].dtype
	}
	return t.apply(s.Op.Map(s.Attrs, in), nodes...)
}
