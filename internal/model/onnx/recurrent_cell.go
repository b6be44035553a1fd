package onnx

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
)

// A cell is one kind of recurrent layer.
type cell struct {
	gates       int // that the filters hold
	states      int // h, or h and c
	activations []string
	peepholes   int // the input that holds them, 0 for none
	// step gives the next states.
	step func(l *layer, gates *model.Value, states []*model.Value) []*model.Value
}

var (
	rnnCell  = cell{gates: 1, states: 1, activations: []string{"Tanh"}, step: (*layer).rnn}
	gruCell  = cell{gates: 3, states: 1, activations: []string{"Sigmoid", "Tanh"}, step: (*layer).gru}
	lstmCell = cell{gates: 4, states: 2, activations: []string{"Sigmoid", "Tanh", "Tanh"}, peepholes: 7, step: (*layer).lstm}
)

// An activation is a function with its parameters.
type activation struct {
	name        string
	alpha, beta float64
}

// activations are the functions of all directions with their parameters, which the node lists
// for those functions that take them.
func (n *node) activations(c cell, directions int) ([]activation, bool) {
	var names []string
	if a := n.attribute("activations"); a != nil {
		names = a.Strings
	} else {
		for range directions {
			names = append(names, c.activations...)
		}
	}
	if len(names) != directions*len(c.activations) {
		n.Failf(codes.AttributeValue, "`activations` of %s has %d entries; for %d directions it must have %d",
			n.proto.OpType, len(names), directions, directions*len(c.activations))
		return nil, false
	}
	alphas, betas := n.floats("activation_alpha"), n.floats("activation_beta")
	list := make([]activation, len(names))
	for i, name := range names {
		d, ok := activationDefaults[strings.ToLower(name)]
		if !ok {
			n.Failf(codes.AttributeValue, "`activations` of %s holds %q, which is no activation", n.proto.OpType, name)
			return nil, false
		}
		list[i] = activation{strings.ToLower(name), d.alpha, d.beta}
		if d.parameters > 0 && len(alphas) > 0 {
			list[i].alpha, alphas = alphas[0], alphas[1:]
		}
		if d.parameters > 1 && len(betas) > 0 {
			list[i].beta, betas = betas[0], betas[1:]
		}
	}
	return list, true
}

// activationDefaults are the activations by their names in lower case: how many parameters
// they take, and what those are where the node gives none.
var activationDefaults = map[string]struct {
	parameters  int
	alpha, beta float64
}{
	"relu": {}, "tanh": {}, "sigmoid": {}, "softsign": {}, "softplus": {},
	"leakyrelu": {1, 0.01, 0}, "thresholdedrelu": {1, 1, 0}, "elu": {1, 1, 0},
	"affine": {2, 1, 0}, "scaledtanh": {2, 1, 1}, "hardsigmoid": {2, 0.2, 0.5},
}

// activate applies the i-th activation to what a gate sums, within the bounds of `clip`.
func (l *layer) activate(i int, v *model.Value) *model.Value {
	d := v.Dtype()
	if c := l.float("clip"); c > 0 {
		v = l.minimum(l.maximum(v, l.number(-c, d)), l.number(c, d))
	}
	return l.function(i, v)
}

// function is the i-th activation.
func (l *layer) function(i int, v *model.Value) *model.Value {
	f, d := l.functions[i], v.Dtype()
	switch f.name {
	case "relu":
		return l.apply(v, "nn.relu")
	case "softsign":
		return l.divide(v, l.add(l.apply(v, "abs"), l.number(1, d)))
	case "softplus":
		return l.softplusOf(v)
	case "leakyrelu":
		return l.Call("nn.leaky_relu", args(v), attr("alpha", f.alpha))
	case "thresholdedrelu":
		return l.where(l.Call("greater", args(v, l.number(f.alpha, d))), v, l.number(0, d))
	case "elu":
		return l.elu(v, f.alpha)
	case "affine":
		return l.add(l.scaled(v, f.alpha, d), l.number(f.beta, d))
	case "scaledtanh":
		return l.scaled(l.apply(l.scaled(v, f.beta, d), "tanh"), f.alpha, d)
	case "hardsigmoid":
		return l.hardSigmoid(v, f.alpha, f.beta)
	}
	return l.apply(v, f.name)
}

// rnn is h' = f(x + h·Rᵀ).
func (l *layer) rnn(x *model.Value, states []*model.Value) []*model.Value {
	return args(l.activate(0, l.add(x, l.Call("matmul", args(states[0], l.recurrent)))))
}

// gru has the gates z, r and h, in this order:
//
//	z = f(xz + h·Rzᵀ), r = f(xr + h·Rrᵀ)
//	n = g(xh + (r·h)·Rhᵀ), or g(xh + r·(h·Rhᵀ + b)) where it is linear before the reset
//	h' = (1 - z)·n + z·h
func (l *layer) gru(x *model.Value, states []*model.Value) []*model.Value {
	h := states[0]
	xs := l.parts(x, 3)
	one := l.number(1, h.Dtype())
	var z, r, next *model.Value
	if l.linearBeforeReset() {
		product := l.Call("matmul", args(h, l.recurrent))
		if l.bias != nil {
			product = l.add(product, l.bias)
		}
		hs := l.parts(product, 3)
		if len(xs) != 3 || len(hs) != 3 {
			return nil
		}
		z, r = l.activate(0, l.add(xs[0], hs[0])), l.activate(0, l.add(xs[1], hs[1]))
		next = l.activate(1, l.add(xs[2], l.multiply(r, hs[2])))
	} else {
		rs := l.apart
		if len(xs) != 3 || len(rs) != 3 {
			return nil
		}
		z = l.activate(0, l.add(xs[0], l.Call("matmul", args(h, rs[0]))))
		r = l.activate(0, l.add(xs[1], l.Call("matmul", args(h, rs[1]))))
		next = l.activate(1, l.add(xs[2], l.Call("matmul", args(l.multiply(r, h), rs[2]))))
	}
	return args(l.add(l.multiply(l.subtract(one, z), next), l.multiply(z, h)))
}

// lstm has the gates i, o, f and c, in this order, and peepholes P of i, o and f:
//
//	i = f(xi + h·Riᵀ + Pi·c), f = f(xf + h·Rfᵀ + Pf·c), or 1 - i where they are coupled
//	c' = f·c + i·g(xc + h·Rcᵀ)
//	h' = f(xo + h·Roᵀ + Po·c')·h(c')
func (l *layer) lstm(x *model.Value, states []*model.Value) []*model.Value {
	h, c := states[0], states[1]
	gates := l.parts(l.add(x, l.Call("matmul", args(h, l.recurrent))), 4)
	if len(gates) != 4 {
		return nil
	}
	peep := func(gate *model.Value, i int, c *model.Value) *model.Value {
		if len(l.peep) != 3 {
			return gate
		}
		return l.add(gate, l.multiply(l.peep[i], c))
	}
	input := l.activate(0, peep(gates[0], 0, c))
	forget := l.subtract(l.number(1, c.Dtype()), input)
	if l.int("input_forget") == 0 {
		forget = l.activate(0, peep(gates[2], 2, c))
	}
	next := l.add(l.multiply(forget, c), l.multiply(input, l.activate(1, gates[3])))
	output := l.activate(0, peep(gates[1], 1, next))
	return args(l.multiply(output, l.function(2, next)), next)
}
