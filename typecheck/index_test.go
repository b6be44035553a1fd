package typecheck_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestIndex holds parents, binders and uses against a search through the whole
// tree.
func TestIndex(t *testing.T) {
	for seed := range uint64(30) {
		for _, r := range check("random.frac", progen.Make(seed).Text).results {
			holdIndex(t, r.Info)
		}
	}
}

func holdIndex(t *testing.T, info *typecheck.Info) {
	t.Helper()
	x, item := info.Index(), info.Item
	var binders []syntax.NodeID
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		for _, kid := range item.Kids(n) {
			if kid != syntax.NoNode && x.Parent(kid) != n {
				t.Errorf("the parent of `%s` is %d, not %d", item.SourceText(kid), x.Parent(kid), n)
			}
		}
		o := info.Objects[n]
		if o == nil || o.Kind != typecheck.LocalObject {
			return true
		}
		if x.Binder(n) != o.Node || (o.Node != n) != slices.Contains(x.Uses(o.Node), n) {
			t.Errorf("`%s` is bound at %d, not %d", item.SourceText(n), o.Node, x.Binder(n))
		}
		if o.Node == n {
			binders = append(binders, n)
		}
		return true
	})
	if !slices.Equal(binders, x.Binders()) {
		t.Errorf("the binders are %v, not %v", binders, x.Binders())
	}
}

func TestScopes(t *testing.T) {
	for text, want := range map[string]syntax.Kind{
		"def @f(%v: int32) { 1 }":                       syntax.ItemDef,
		"def @f() { fn(%v: int32) { %v } }":             syntax.Fn,
		"def @f() { let (%u, %v) = (1, 2); %v }":        syntax.Let,
		"def @f() { %0 = 1; %0 }":                       syntax.Graph,
		"def @f() { match (Some(1)) { Some(v) => v } }": syntax.Clause,
		"free_var %v: int32; %v":                        syntax.ItemExpr,
	} {
		info := check("scope.frac", text).results[0].Info
		binders := info.Index().Binders()
		if len(binders) == 0 {
			t.Errorf("%s: no binders", text)
			continue
		}
		last := binders[len(binders)-1]
		if scope := info.Index().Scope(last); info.Item.Kind(scope) != want || !info.Index().Within(last, scope) {
			t.Errorf("%s: bound by a node of kind %d", text, info.Item.Kind(scope))
		}
	}
}

// TestApplications reads one operator in all its spellings.
func TestApplications(t *testing.T) {
	for text, want := range map[string]string{
		"%x + %y":                            "add(%x, %y) at +",
		"add(%x, %y)":                        "add(%x, %y) at add(%x, %y)",
		"add(rhs=%y, lhs=%x)":                "add(%x, %y) at add(rhs=%y, lhs=%x)",
		"(%x + %y)":                          "add(%x, %y) at +",
		"%x - %y + 3":                        "subtract(%x, %y) at -; add(-, 3) at +",
		"%x * %y + -%x":                      "multiply(%x, %y) at *; add(%x * %y, -%x) at +; negative(%x) at -",
		"(%x, %y).0 / 2":                     "divide((%x, %y).0, 2) at /",
		"%x/2":                               "divide(%x/2, /2) at /2",
		"[1, 2][%x]":                         "Element([1, 2], %x) at [1, 2][%x]",
		"!!(%x < %y)":                        "logical_not(!) at !; logical_not((%x < %y)) at !; less(%x, %y) at <",
		"@g(%x)":                             "",
		"sum(Constant([[1, 2]]), axis=[1])":  "sum(Constant([[1, 2]])) at sum(Constant([[1, 2]]), axis=[1])",
		"clip(a_max=3.0, 2.0, a_min=1.0)":    "clip(2.0) at clip(a_max=3.0, 2.0, a_min=1.0)",
		"%x == 1 && %y == 2":                 "equal(%x, 1) at ==; logical_and(%x == 1, %y == 2) at &&; equal(%y, 2) at ==",
		"if (%x > 0) { %x + 1 } else { %y }": "greater(%x, 0) at >; add(%x, 1) at +",
	} {
		c := check("apply.frac", "def @g(%x: int32) { %x }\ndef @f(%x: int32, %y: int32) {"+text+"}")
		info := c.results[1].Info
		if got := applications(info); got != want || len(c.errors) > 0 {
			t.Errorf("%s\n got %s\nwant %s\n%v", text, got, want, messages(c.errors))
		}
	}
}

func applications(info *typecheck.Info) string {
	var found []string
	info.Item.Walk(info.Item.Root, func(n syntax.NodeID) bool {
		if a, ok := info.Application(n); ok {
			var operands []string
			for _, arg := range a.Args {
				operands = append(operands, info.Item.SourceText(arg))
			}
			name := a.Op.Name
			if a.Op.Internal {
				name = "Element"
			}
			if a.Result == nil {
				name += " without a type"
			}
			found = append(found, fmt.Sprintf("%s(%s) at %s", name, strings.Join(operands, ", "), info.Item.SourceText(a.Node)))
		}
		return true
	})
	return strings.Join(found, "; ")
}

// TestApplied finds the application that gives an expression its value.
func TestApplied(t *testing.T) {
	info := check("apply.frac", "def @f(%x: int32) { ((%x - 2 + 3)) }").results[0].Info
	n := info.Item.Kids(info.Item.Body())[0]
	if at := info.Applied(n); info.Item.SourceText(at) != "+" {
		t.Errorf("`%s`", info.Item.SourceText(at))
	}
}
