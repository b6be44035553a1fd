package commands

import (
	"context"
	"errors"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
)

type callArgumentsArguments struct {
	request.CommandTarget
	Text string `json:"text"` // what is typed between the parentheses of a call
}

// A callArgumentsReply is what a client shows while a user types the arguments of a definition.
type callArgumentsReply struct {
	Title      string           `json:"title"` // the definition's name
	Parameters []parameterReply `json:"parameters"`
	Args       []string         `json:"args"`    // each as an expression; null while the text is none
	Problem    *string          `json:"problem"` // what is wrong with them
	Candidates []candidateReply `json:"candidates"`
	Calls      []callReply      `json:"calls"` // that the document has
}

type parameterReply struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// A candidateReply is something that can be written at the end of the text: the whole text with it.
type candidateReply struct {
	Label  string `json:"label"`
	Detail string `json:"detail"`
	Text   string `json:"text"`
}

const (
	longestArguments = 1 << 16 // bytes
	mostCandidates   = 30
)

// callArguments checks and completes the arguments of a definition while they are typed. Nothing is run.
func callArguments(ctx context.Context, v *request.View, a *callArgumentsArguments, _ protocol.ProgressToken) (any, error) {
	switch {
	case a.URI == "":
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the address of a document is missing")
	case len(a.Text) > longestArguments:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "arguments of more than %d bytes are not checked while they are typed", longestArguments)
	}
	source, i, err := a.Find(v)
	if err != nil {
		return nil, err
	}
	item := source.File.Item(i)
	if item.Kind(item.Root) != syntax.ItemDef {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "only definitions take arguments")
	}
	if v.Oversized(source) {
		return nil, request.Failed(request.ErrOversized)
	}
	module, err := v.Snapshot.Module(source.Path)
	if err != nil {
		return nil, request.Failed(err)
	}
	reply := callArgumentsReply{
		Title: item.SourceText(item.Declared()), Parameters: parametersOf(module, item, i),
		Candidates: candidates(ctx, v, source, i, a.Text), Calls: append([]callReply{}, callsOf(v, source, i)...),
	}
	args, err := readArguments(reply.Title, a.Text)
	if err == nil {
		reply.Args, err = args, callMistake(v, source.Path, i, args)
	}
	if err != nil {
		why := err.Error()
		reply.Problem = &why
	}
	return reply, ctx.Err()
}

// parametersOf are those of a definition, with their types as far as they are known.
func parametersOf(module *typecheck.Module, item *syntax.Item, i int) []parameterReply {
	found := []parameterReply{}
	_, t, _ := module.Signature(i)
	f, _ := types.Head(t).(*types.Func)
	for k, name := range parameterNames(item) {
		p := parameterReply{Name: name}
		if f != nil && k < len(f.In) {
			p.Type = types.String(f.In[k])
		}
		found = append(found, p)
	}
	return found
}

// readArguments reads what is typed between the parentheses of a call as expressions. The line break
// before the closing parenthesis ends a comment that is typed.
func readArguments(name, text string) ([]string, error) {
	item := syntax.ParseItem(name + "(" + text + "\n)")
	if len(item.Errors) > 0 {
		return nil, errors.New(item.Errors[0].Message)
	}
	wrong := errors.New("the arguments are expressions with commas between them")
	if item.Kind(item.Root) != syntax.ItemExpr {
		return nil, wrong
	}
	body := item.Block(item.Body())
	if len(body.Statements) > 0 || item.Kind(body.Result) != syntax.Call || int(item.Span(item.Call(body.Result).Callee).End) != len(name) {
		return nil, wrong
	}
	args := []string{}
	for _, arg := range item.Call(body.Result).Args {
		args = append(args, item.SourceText(arg))
	}
	return args, nil
}

// callMistake is what is wrong with a call of the definition in item i, as a run of it would say.
func callMistake(v *request.View, path string, i int, args []string) error {
	p, err := evaluate.Open(v.Snapshot, path)
	if err != nil {
		return err
	}
	typed := make([]evaluate.Argument, len(args))
	for k, text := range args {
		typed[k] = evaluate.Argument{Text: text}
	}
	call, err := p.ApplyItem(i, typed)
	if err == nil && len(call.Mistakes) > 0 {
		found := call.Mistakes[0].Diagnostic
		err = errors.New(strings.Join(append([]string{found.Message}, found.Notes...), "\n"))
	}
	return err
}

// candidates are what can be written at the end of what is typed.
//
// The call is put before the definition, in a snapshot of its own, so that completion sees it
// as it sees every expression.
func candidates(ctx context.Context, v *request.View, source *workspace.Source, i int, text string) []candidateReply {
	replies := []candidateReply{}
	if request.IsReadOnly(source) {
		return replies
	}
	at, item := source.File.Start(i), source.File.Item(i)
	before := source.Text()[:at] + item.SourceText(item.Declared()) + "("
	snapshot := v.Snapshot.With(map[string]string{source.Path: before + text + "\n)\n" + source.Text()[at:]})
	next, err := snapshot.Source(source.Path)
	if err != nil {
		return replies
	}
	module, err := snapshot.Module(source.Path)
	if err != nil {
		return replies
	}
	found := complete.At(ctx, next, module, int32(len(before)+len(text)), complete.Outside{})
	for _, c := range found.Candidates {
		start, end := int(c.Span.Start)-len(before), int(c.Span.End)-len(before)
		if len(replies) == mostCandidates || start < 0 || end < start || end > len(text) {
			break
		}
		replies = append(replies, candidateReply{c.Label, c.Detail, text[:start] + c.Text + text[end:]})
	}
	return replies
}
