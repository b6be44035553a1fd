package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
)

var commandFeature = feature{
	requests: map[string]route{protocol.MethodWorkspaceExecuteCommand: handles(executeCommand)},
	announce: func(client abilities, c *protocol.ServerCapabilities) {
		names := commandNames()
		if client.showsReferences { // it has a command of that name itself
			names = slices.DeleteFunc(names, func(name string) bool { return name == showReferencesCommand })
		}
		progress := true
		c.ExecuteCommandProvider.Commands, c.ExecuteCommandProvider.WorkDoneProgress = names, &progress
	},
}

// The commands' names.
const (
	runCommand            = "fraccheck.run"
	runSequentialCommand  = "fraccheck.runSequential"
	testCommand           = "fraccheck.test"
	testExamplesCommand   = "fraccheck.testExamples"
	showReferencesCommand = "fraccheck.showReferences"
	convertToANFCommand   = "fraccheck.convertToAnf"
	convertToGNFCommand   = "fraccheck.convertToGnf"
	convertToBBNFCommand  = "fraccheck.convertToBbnf"
)

// A command does its work and gives the reply. The token is the client's for
// the progress of the work, or nil.
type command func(ctx context.Context, v *view, t *commandTarget, token protocol.ProgressToken) (any, error)

// commands are all of them, by name.
func commands() map[string]command {
	return map[string]command{
		runCommand:            runItem(false),
		runSequentialCommand:  runItem(true),
		testCommand:           testClaims,
		testExamplesCommand:   testExamples,
		showReferencesCommand: showReferences,
		convertToANFCommand:   convertTo(normalform.ANF),
		convertToGNFCommand:   convertTo(normalform.GNF),
		convertToBBNFCommand:  convertTo(normalform.BBNF),
	}
}

// executeCommand does what a client asks for by name.
func executeCommand(ctx context.Context, v *view, p *protocol.ExecuteCommandParams) (any, error) {
	if do := objectCommands()[p.Command]; do != nil {
		object, err := theObject(p)
		if err != nil {
			return nil, err
		}
		return do(ctx, v, object, p.WorkDoneToken)
	}
	do, ok := commands()[p.Command]
	if !ok {
		names := strings.Join(commandNames(), ", ")
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no command %q; there are %s", p.Command, names)
	}
	t, err := readCommandTarget(p.Arguments)
	if err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %v", p.Command, err)
	}
	return do(ctx, v, t, p.WorkDoneToken)
}

// showReferences lists the references to what is named at a position, or to
// what an item declares, for clients that cannot show them by a command of their
// own.
func showReferences(ctx context.Context, v *view, t *commandTarget, _ protocol.ProgressToken) (any, error) {
	if t.Position != nil {
		at := &protocol.ReferenceParams{}
		at.TextDocument.URI, at.Position = t.URI, *t.Position
		if c, _ := v.ruleCursor(&at.TextDocumentPositionParams); c != nil && c.word != nil && c.word.Kind == rulefile.RuleWord {
			return v.ruleReferences(ctx, c)
		}
		return references(ctx, v, at)
	}
	source, i, err := t.found(v)
	if err != nil {
		return nil, err
	}
	o := v.declaredIn(source, i)
	if o == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "nothing is declared there")
	}
	return v.referencesTo(ctx, source, o), nil
}
