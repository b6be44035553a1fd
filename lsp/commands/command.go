// Package commands runs, tests and converts programs on request of the user
// (workspace/executeCommand). Programs run in the worker process (package runs); their results
// stay until what they depend on changes, and lenses, hints and diagnostics show them.
//
// Read command.go first: it lists the commands. run.go evaluates an item, comment.go checks
// evaluation comments, example.go the examples of rules, value.go shows values part by part, and
// call.go checks arguments while they are typed.
package commands

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
)

// feature runs programs, and writes them in normal forms.
type feature struct{ *runs.Runner }

// Features are the commands of this package.
func Features(r *runs.Runner) []request.Feature {
	f := feature{r}
	return []request.Feature{{
		Commands: map[string]request.Command{
			request.RunCommand:          request.OnTarget(f.runItem(false)),
			"fraccheck.runSequential":   request.OnTarget(f.runItem(true)),
			request.TestCommand:         request.OnTarget(f.testComments),
			request.TestExamplesCommand: request.OnTarget(f.testExamples),
			request.ProveCommand:        request.OnTarget(f.proveRule),
			request.StopCommand:         request.OnTarget(f.stopRuns),
			"fraccheck.callArguments":   request.OnObject(callArguments),
			"fraccheck.tests":           request.OnObject(f.listTests),
			"fraccheck.find":            request.OnObject(findByType),
			"fraccheck.value":           request.OnObject(f.showValue),
			"fraccheck.valuePart":       request.OnObject(f.valuePart),
			"fraccheck.compareValue":    request.OnObject(f.compareValue),
			"fraccheck.saveValue":       request.OnObject(f.saveValue),
			"fraccheck.convertToAnf":    request.OnTarget(convertTo(normalform.ANF)),
			"fraccheck.convertToGnf":    request.OnTarget(convertTo(normalform.GNF)),
			"fraccheck.convertToBbnf":   request.OnTarget(convertTo(normalform.BBNF)),
		},
	}}
}

// A convertReply is a program in a normal form.
type convertReply struct {
	Text string        `json:"text"`
	Kept []keptInReply `json:"kept"` // what stays as it is
}

// A keptInReply is a definition without such a form, and why.
type keptInReply struct {
	Range   protocol.Range `json:"range"`
	Message string         `json:"message"`
}

// convertTo writes a document in a normal form.
func convertTo(form normalform.Form) func(context.Context, *request.View, *request.CommandTarget, protocol.ProgressToken) (any, error) {
	return func(ctx context.Context, v *request.View, t *request.CommandTarget, token protocol.ProgressToken) (any, error) {
		source, err := v.Source(t.URI)
		if err != nil {
			return nil, err
		}
		ctx, work := v.Session.Begin(ctx, v.Client, token, "fraccheck: convert "+source.Name, 0)
		defer work.End("")
		c, err := v.Conversion(ctx, source, form)
		if err != nil {
			return nil, request.Failed(err)
		}
		reply := convertReply{Text: c.Text, Kept: []keptInReply{}}
		mapper := request.NewMapper(v)
		for _, kept := range c.Kept {
			reply.Kept = append(reply.Kept, keptInReply{mapper.Range(kept.Place), kept.Message})
		}
		return reply, nil
	}
}
