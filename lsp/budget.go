package lsp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// A budget is how long an answer may take once its turn has come, and what is answered in
// place of one that takes longer. So every request has an answer after at most
//
//	longestWait + time + bytes of the document · letterTime + grace
//
// (more for searches over many files, see request.AllowFor). The work ends with its context either way.
type budget struct {
	time time.Duration
	// parts says that what was found until the time was over is an answer. Of others a
	// part would be a wrong one: a name that is changed at half of its places.
	parts bool
	late  func() (any, error) // nil: a refusal
}

const (
	shortTime = 2 * time.Second
	// letterTime is what is allowed more for each byte of the document: a second for a MB.
	letterTime = time.Microsecond
	// fileTime is what a search may take more for each file that it looks through.
	fileTime = 20 * time.Millisecond
	// endless is that of what the user sees and ends, or what has limits of its own.
	endless = 0
	// grace is how long work is waited for after its context has ended.
	grace = 100 * time.Millisecond
	// longestWait is how long a request waits for its turn.
	longestWait = 10 * time.Second
)

// budgets are those of requests that are not refused after shortTime. What an editor asks
// by itself, at each key or move of the cursor, is answered by nothing, for a refusal
// would be shown each time; what a user asks for is refused in words.
var budgets = map[string]budget{
	protocol.MethodTextDocumentHover:              {time: shortTime, late: lateHover},
	protocol.MethodTextDocumentCompletion:         {time: shortTime, parts: true, late: lateCompletion},
	protocol.MethodCompletionItemResolve:          {time: shortTime, parts: true},
	protocol.MethodTextDocumentSignatureHelp:      {time: shortTime, late: lateNothing},
	protocol.MethodTextDocumentDocumentHighlight:  {time: shortTime, late: lateNothing},
	protocol.MethodTextDocumentLinkedEditingRange: {time: shortTime, late: lateNothing},
	protocol.MethodTextDocumentOnTypeFormatting:   {time: shortTime, late: lateNothing},
	protocol.MethodTextDocumentInlayHint:          {time: shortTime, parts: true, late: lateList},
	protocol.MethodInlayHintResolve:               {time: shortTime, parts: true},
	protocol.MethodTextDocumentCodeLens:           {time: shortTime, parts: true, late: lateList},
	protocol.MethodCodeLensResolve:                {time: shortTime, parts: true},
	protocol.MethodTextDocumentCodeAction:         {time: shortTime, parts: true, late: lateList},

	protocol.MethodTextDocumentSemanticTokensFull:      {time: shortTime, late: lateServer},
	protocol.MethodTextDocumentSemanticTokensFullDelta: {time: shortTime, late: lateServer},
	protocol.MethodTextDocumentSemanticTokensRange:     {time: shortTime, late: lateServer},
	protocol.MethodTextDocumentDiagnostic:              {time: shortTime, late: lateServer},

	protocol.MethodWorkspaceExecuteCommand: {time: endless},
	protocol.MethodWorkspaceDiagnostic:     {time: endless},
}

// usual is the budget of the others.
var usual = budget{time: shortTime}

// tooLong is what the answers say that come in place of others.
const tooLong = "this takes too long to work out here"

// errLate ends the context of work whose time is over.
var errLate = errors.New(tooLong)

func lateHover() (any, error) {
	shown := &card.Card{}
	shown.Prose(tooLong)
	return &protocol.Hover{Contents: shown.Render(false)}, nil
}

func lateCompletion() (any, error) {
	return &protocol.CompletionList{IsIncomplete: true, Items: []protocol.CompletionItem{}}, nil
}

func lateNothing() (any, error) { return nil, nil }

func lateList() (any, error) { return []any{}, nil }

// lateServer has the client ask again, which finds what was worked out meanwhile.
func lateServer() (any, error) {
	return nil, jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesServerCancelled), "%s", tooLong)
}

// instead is what is answered when the time is over.
func (b budget) instead() (any, error) {
	if b.late != nil {
		return b.late()
	}
	return nil, request.Failed(fmt.Errorf("%w, and was given up", errLate))
}

// begin limits work on a document of so many bytes. What ends it is to be called when it
// is done.
func (b budget) begin(ctx context.Context, size int) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if b.time == endless {
		return ctx, func() { cancel(nil) }
	}
	timer := time.AfterFunc(b.time+time.Duration(size)*letterTime, func() { cancel(errLate) })
	prolong := func(files int) {
		if timer.Stop() {
			timer.Reset(usual.time + time.Duration(files)*fileTime)
		}
	}
	return request.WithProlonging(ctx, prolong), func() {
		timer.Stop()
		cancel(nil)
	}
}

// isLate reports whether work was ended because its time was over.
func isLate(ctx context.Context) bool { return context.Cause(ctx) == errLate }

// An outcome is what work came to.
type outcome struct {
	result any
	err    error
	ended  bool // the user ended it
}

// await waits for what work comes to, or for its time.
func (b budget) await(ctx context.Context, found <-chan outcome) (any, error) {
	select {
	case o := <-found:
		return b.answered(ctx, o)
	case <-ctx.Done():
	}
	if !isLate(ctx) {
		return nil, protocol.ErrRequestCancelled
	}
	select {
	case o := <-found:
		return b.answered(ctx, o)
	case <-time.After(grace):
		return b.instead()
	}
}

// answered is the answer that an outcome gives.
func (b budget) answered(ctx context.Context, o outcome) (any, error) {
	switch {
	case isLate(ctx) && (!b.parts || o.err != nil):
		return b.instead()
	case o.ended && !isLate(ctx):
		return nil, protocol.ErrRequestCancelled
	}
	return o.result, o.err
}

// progressTitles are the requests that a user makes and waits for, by the title
// under which their progress is shown: they may look at all files of the folders
// or at all of a long one. Others follow the cursor or the text: what they do is
// not to flicker in the editor.
var progressTitles = map[string]string{
	protocol.MethodTextDocumentReferences:      "Looking for references",
	protocol.MethodTextDocumentImplementation:  "Looking for constructors",
	protocol.MethodTextDocumentRename:          "Renaming",
	protocol.MethodTextDocumentFormatting:      "Formatting",
	protocol.MethodTextDocumentRangeFormatting: "Formatting",
	protocol.MethodWorkspaceSymbol:             "Looking for symbols",
	protocol.MethodWorkspaceWillRenameFiles:    "Changing imports",
	protocol.MethodCallHierarchyIncomingCalls:  "Looking for callers",
	protocol.MethodTypeHierarchySubtypes:       "Looking for constructors",
	protocol.MethodCodeActionResolve:           "Working out the change",
}

// showProgress shows a request for which the user waits, once it lasts, and has the
// user end it.
func showProgress(ctx context.Context, v *request.View, method string) (context.Context, func()) {
	title, ok := progressTitles[method]
	if !ok {
		return ctx, func() {}
	}
	ctx, work := v.Session.Begin(ctx, v.Client, nil, title, 0)
	return ctx, func() { work.End("") }
}
