package table

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A program is a module of the reference data: one function whose body is one
// call of an operator.
type program struct {
	op    string
	args  []types.Type
	attrs []op.Named
}

// A reader reads such a module. It panics with a readError where the text has
// another form.
type reader struct {
	text string
	vars map[string]types.Type
	// header is what stands before the function: declarations of types.
	header string
	// metadata is what `meta[…][…]` stands for.
	metadata metadata.Section
}

type readError string

func readProgram(text string) (p program, err error) {
	defer func() {
		if e, ok := recover().(readError); ok {
			err = fmt.Errorf("%s", string(e))
		}
	}()
	text, section, _ := strings.Cut(text, "\n#[metadata]")
	header, text, _ := strings.Cut(text, "def @main")
	r := &reader{text: text, vars: map[string]types.Type{}, header: header}
	if section != "" {
		var problems []metadata.Problem
		if r.metadata, problems = metadata.Read([]byte(section)); len(problems) > 0 {
			return p, fmt.Errorf("the metadata section: %s", problems[0].Message)
		}
	}
	r.want("(")
	for !r.take(")") {
		name := r.name()
		r.want(":")
		r.vars[name] = r.typ()
		r.take(",")
	}
	r.want("{")
	p = r.call()
	r.want("}")
	if r.space(); r.text != "" {
		r.fail("end of text")
	}
	return p, nil
}

func (r *reader) fail(want string) { panic(readError(fmt.Sprintf("want %s at %.30q", want, r.text))) }

func (r *reader) space() { r.text = strings.TrimLeft(r.text, " \n\t") }

func (r *reader) take(s string) bool {
	r.space()
	rest, ok := strings.CutPrefix(r.text, s)
	if ok {
		r.text = rest
	}
	return ok
}

func (r *reader) want(s string) {
	if !r.take(s) {
		r.fail(strconv.Quote(s))
	}
}

// word takes the longest run of the characters of names and numbers.
func (r *reader) word() string {
	r.space()
	n := 0
	for n < len(r.text) && strings.IndexByte("%.-_?", r.text[n]) >= 0 || n < len(r.text) && isWord(r.text[n]) {
		n++
	}
	w := r.text[:n]
	r.text = r.text[n:]
	return w
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

func (r *reader) name() string {
	w := r.word()
	if w == "" {
		r.fail("a name")
	}
	return w
}

func (r *reader) typ() types.Type {
	switch {
	case r.take("Tensor[("):
		return r.tensor()
	case r.take("fn ("):
		return r.function()
	case r.take("("):
		return &types.Tuple{Elems: r.typeList()}
	}
	if t, ok := r.declared(); ok {
		return t
	}
	return types.Scalar(r.dtype())
}

// declared takes the name of a type of the module: `Storage` or `Storage[]`.
func (r *reader) declared() (types.Type, bool) {
	before := r.text
	if name := r.word(); name != "" && strings.Contains(r.header, "type "+name+" {") {
		r.take("[]")
		return &types.ADT{Decl: &types.Decl{Name: name}}, true
	}
	r.text = before
	return nil, false
}

func (r *reader) dtype() types.Dtype {
	w := r.name()
	d, ok := types.ParseDtype(w)
	if !ok {
		r.fail("a dtype, not " + w)
	}
	return d
}

func (r *reader) tensor() types.Type {
	shape := []types.Dim{}
	for !r.take(")") {
		shape = append(shape, r.dim())
		r.take(",")
	}
	r.want(",")
	d := r.dtype()
	r.want("]")
	return &types.Tensor{Dtype: d, Shape: shape}
}

func (r *reader) dim() types.Dim {
	w := r.name()
	if w == "?" {
		return types.Any
	}
	n, err := strconv.ParseInt(w, 10, 64)
	if err != nil {
		r.fail("an extent, not " + w)
	}
	return types.Const(n)
}

func (r *reader) typeList() (ts []types.Type) {
	for !r.take(")") {
		ts = append(ts, r.typ())
		r.take(",")
	}
	return ts
}

func (r *reader) function() types.Type {
	in := r.typeList()
	r.want("->")
	return &types.Func{In: in, Out: r.typ()}
}

func (r *reader) call() (p program) {
	p.op = r.name()
	r.want("(")
	for !r.take(")") {
		if name, ok := r.attrName(); ok {
			p.attrs = append(p.attrs, op.Named{Name: name, Value: r.value()})
		} else {
			p.args = append(p.args, r.arg())
		}
		r.take(",")
	}
	return p
}

// attrName takes `name =`.
func (r *reader) attrName() (string, bool) {
	before := r.text
	if name := r.word(); name != "" && r.take("=") {
		return name, true
	}
	r.text = before
	return "", false
}

func (r *reader) arg() types.Type {
	if r.take("(") {
		var elems []types.Type
		for !r.take(")") {
			elems = append(elems, r.arg())
			r.take(",")
		}
		return &types.Tuple{Elems: elems}
	}
	if r.take("fn (") {
		return r.lambda()
	}
	if entry, ok := r.meta(); ok {
		return entry.Type
	}
	w := r.name()
	if t, ok := r.vars[w]; ok {
		return t
	}
	return types.Scalar(literal(r, w).dtype)
}

// lambda takes a function that gives one of its parameters.
func (r *reader) lambda() types.Type {
	f := &types.Func{}
	for !r.take(")") {
		name := r.name()
		r.want(":")
		r.vars[name] = r.typ()
		f.In = append(f.In, r.vars[name])
		r.take(",")
	}
	r.want("{")
	f.Out = r.vars[r.name()]
	r.want("}")
	return f
}

// meta takes `meta[relay.Constant][0]`.
func (r *reader) meta() (*metadata.Entry, bool) {
	if !r.take("meta[") {
		return nil, false
	}
	kind, rest, _ := strings.Cut(r.text, "][")
	index, rest, _ := strings.Cut(rest, "]")
	r.text = rest
	i, _ := strconv.Atoi(index)
	entry := r.metadata.Entry(kind, i)
	if entry == nil {
		r.fail("an entry of the metadata section")
	}
	return entry, true
}

func (r *reader) value() op.Value {
	switch {
	case r.take("["):
		return r.list("]")
	case r.take("("):
		return r.list(")")
	case r.take(`"`):
		s, rest, _ := strings.Cut(r.text, `"`)
		r.text = rest
		return op.Text(s)
	}
	if entry, ok := r.meta(); ok {
		return entry.Value
	}
	w := r.name()
	if w == "None" {
		return op.Value{}
	}
	if _, ok := r.vars[w]; ok {
		return op.Value{Kind: op.ExprValue}
	}
	return literal(r, w).value
}

func (r *reader) list(end string) op.Value {
	v := op.Value{Kind: op.ListValue}
	for !r.take(end) {
		v.List = append(v.List, r.value())
		r.take(",")
	}
	return v
}

// A lit is a literal as an attribute and as an argument.
type lit struct {
	value op.Value
	dtype types.Dtype
}

var words = map[string]lit{
	"True":  {op.Boolean(true), types.Bool},
	"False": {op.Boolean(false), types.Bool},
}

// suffixes lists the suffixes of numbers, longest first.
var suffixes = []struct {
	text  string
	dtype types.Dtype
}{
	{"f16", types.Float16}, {"f32", types.Float32}, {"f64", types.Float64}, {"f", types.Float32},
	{"i64", types.Int64}, {"i32", types.Int32}, {"i16", types.Int16}, {"i8", types.Int8},
	{"u8", types.Uint8}, {"u32", types.Uint32},
}

func literal(r *reader, w string) lit {
	if l, ok := words[w]; ok {
		return l
	}
	digits, dtype := w, types.Int32
	for _, s := range suffixes {
		if rest, ok := strings.CutSuffix(w, s.text); ok {
			digits, dtype = rest, s.dtype
			break
		}
	}
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil && !dtype.IsFloat() {
		return lit{op.Int(n), dtype}
	}
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		r.fail("a literal, not " + w)
	}
	return lit{op.Float(x), dtype}
}
