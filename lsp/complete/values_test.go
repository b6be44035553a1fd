package complete_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/complete"
)

// closed are the values of an attribute where these form a closed set; nil where not.
func closed(a op.Attr) []string {
	switch a.Type {
	case op.BoolAttr:
		return []string{"True", "False"}
	case op.DtypeAttr:
		return scalars()
	}
	var texts []string
	for _, word := range a.Words() {
		texts = append(texts, strconv.Quote(word))
	}
	return texts
}

// scalars are the dtypes of the widths in use.
func scalars() []string {
	texts := []string{`"bool"`}
	for _, class := range []string{"int", "uint", "float", "bfloat"} {
		for bits := 4; bits <= 64; bits *= 2 {
			name := class + strconv.Itoa(bits)
			if _, ok := types.ParseDtype(name); ok {
				texts = append(texts, strconv.Quote(name))
			}
		}
	}
	return texts
}

// mark is where something is written.
const mark = "¦"

// offered are the texts at the mark of a program.
func offered(t *testing.T, name, program string) []string {
	t.Helper()
	at := strings.Index(program, mark)
	source, module := opened(t, name, strings.Replace(program, mark, "", 1))
	var texts []string
	for _, c := range complete.At(context.Background(), source, module, int32(at), complete.Outside{}).Candidates {
		texts = append(texts, c.Text)
	}
	return texts
}

// calling is a definition that calls an operator on anything, with what it needs and the
// value of one attribute.
func calling(name string, o *op.Op, attribute, value string) string {
	var params, args []string
	for i, p := range o.Params {
		if p.Optional {
			break
		}
		params = append(params, fmt.Sprintf("%%p%d", i))
		args = append(args, fmt.Sprintf("%%p%d", i))
	}
	for _, a := range o.Attrs {
		switch {
		case a.Name == attribute:
		case a.Name == op.TypeKey, len(a.Words()) > 0 && (a.Required || attribute == op.TypeKey):
			args = append(args, fmt.Sprintf("%s=%q", a.Name, a.Words()[0]))
		case a.Required || attribute == op.TypeKey:
			args = append(args, a.Name+"="+required[a.Type])
		}
	}
	args = append(args, attribute+"="+value)
	return fmt.Sprintf("def @%s(%s) { %s(%s) }\n", name, strings.Join(params, ", "), o.Name, strings.Join(args, ", "))
}

var required = map[op.AttrType]string{
	op.AnyAttr: "None", op.IntAttr: "1", op.FloatAttr: "1f", op.BoolAttr: "True", op.StringAttr: `"a"`, op.DtypeAttr: `"float32"`,
	op.IntsAttr: "[1]", op.FloatsAttr: "[1f]", op.ListAttr: "[[1, 1]]", op.IntOrIntsAttr: "1", op.ExprAttr: "None",
}

// TestClosedValues holds for every attribute of every operator whose values form a closed
// set that each of them is offered, in a string too, unless the checker refuses it there, and
// that the checker takes each that is offered.
func TestClosedValues(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks thousands of programs, one after the other")
	}
	ops, asked := table.Default(), 0
	for _, name := range slices.Sorted(maps.Keys(ops)) {
		for form := ops[name]; form != nil && !form.Internal; form = form.Fractal {
			for _, a := range form.Attrs {
				want := closed(a)
				if len(want) == 0 {
					continue
				}
				asked++
				got := offered(t, "a.frac", calling("f", form, a.Name, mark))
				for _, value := range want {
					if !slices.Contains(got, value) && len(against(t, form, a, []string{value})) == 0 {
						t.Errorf("%s: %s=%s is not offered, but %v", name, a.Name, value, got)
					}
				}
				if strings.HasPrefix(want[0], `"`) {
					quoted := offered(t, "a.frac", calling("f", form, a.Name, `"`+mark+`"`))
					if !slices.Equal(quoted, slices.DeleteFunc(got, func(s string) bool { return s[0] != '"' })) {
						t.Errorf("%s: of %s, %v is offered in a string, and %v without", name, a.Name, quoted, got)
					}
				}
				for _, f := range against(t, form, a, got) {
					t.Errorf("%s: %s\n%s", name, f.Message, f.Quote())
				}
			}
		}
	}
	if asked < 300 {
		t.Errorf("only %d attributes have values that form a closed set", asked)
	}
}

// against is what the checker has against an attribute with each of some values.
func against(t *testing.T, o *op.Op, a op.Attr, values []string) (said []workspace.Finding) {
	t.Helper()
	var program strings.Builder
	for i, value := range values {
		program.WriteString(calling(fmt.Sprintf("f%d", i), o, a.Name, value))
	}
	for _, f := range found(t, "a.frac", program.String()) {
		if aboutAttributes[f.Code] {
			said = append(said, f)
		}
	}
	return said
}

var aboutAttributes = map[codes.Code]bool{codes.AttributeValue: true, codes.UnknownAttribute: true, codes.SuspectAttribute: true}

// found is what the checker finds in a program.
func found(t *testing.T, name, text string) []workspace.Finding {
	t.Helper()
	source, _ := opened(t, name, text)
	report, err := workspace.Open(workspace.Options{}).With(map[string]string{source.Path: text}).Check(context.Background(), []string{source.Path})
	if err != nil {
		t.Fatal(err)
	}
	return report.Findings
}

// A recordedCall is a call that TVM accepts, with the place of an attribute's value.
type recordedCall struct {
	id, text string
	o        *op.Op
	a        op.Attr
	value    syntax.Span
}

func (r recordedCall) with(value string) string {
	return r.text[:r.value.Start] + value + r.text[r.value.End:]
}

// recordedCalls are the calls that TVM accepts whose attributes have closed values.
func recordedCalls(t *testing.T) (calls []recordedCall) {
	ops := table.Default()
	for _, v := range reference.Verdicts(t, reference.Operators) {
		if v.Verdict != "accept" {
			continue
		}
		file := syntax.ParseFile(v.ID, v.Program)
		for i, item := range file.All() {
			for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
				if item.Kind(n) != syntax.Call {
					continue
				}
				o := ops[item.SourceText(item.Call(n).Callee)]
				for _, arg := range item.Call(n).Args {
					if o == nil || item.Kind(arg) != syntax.NamedArg {
						continue
					}
					named := item.NamedArg(arg)
					if k := o.Attr(item.SourceText(named.Name)); k >= 0 && len(closed(o.Attrs[k])) > 0 {
						calls = append(calls, recordedCall{v.ID, v.Program, o, o.Attrs[k], item.Span(named.Value).Shift(file.Start(i))})
					}
				}
			}
		}
	}
	return calls
}

// TestRecordedValues holds that what calls which TVM accepts give closed attributes is
// offered there, and of the first call with each attribute that with every value that is
// offered there the checker has nothing against the attribute.
func TestRecordedValues(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks thousands of programs, one after the other")
	}
	calls := recordedCalls(t)
	if len(calls) == 0 {
		t.Fatal("no call has such an attribute")
	}
	tried := map[string]bool{}
	for _, c := range calls {
		value := c.text[c.value.Start:c.value.End]
		got := offered(t, "a.relay", c.with(mark))
		if slices.Contains(closed(c.a), value) && !slices.Contains(got, value) {
			t.Errorf("%s: %s=%s is not offered, but %v\n%s", c.id, c.a.Name, value, got, c.text)
		}
		if tried[c.o.Name+" "+c.a.Name] {
			continue
		}
		tried[c.o.Name+" "+c.a.Name] = true
		for _, other := range got {
			text := c.with(other)
			for _, f := range found(t, "a.relay", text) {
				if f.Code == codes.AttributeValue && f.Span.Start == c.value.Start {
					t.Errorf("%s: %s=%s is offered: %s", c.id, c.a.Name, other, f.Message)
				}
			}
		}
	}
}
