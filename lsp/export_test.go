package lsp

import (
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
	"github.com/fraccheck/fraccheck/lsp/settings"
)

// testFeature gives what the checks by execution find.
func testFeature(s *server) request.Feature {
	return request.Feature{Requests: map[string]request.Route{
		"test/executed": request.Handles(func(ctx context.Context, v *request.View, p *protocol.DocumentSymbolParams) (any, error) {
			path, err := v.Path(p.TextDocument.URI)
			if err != nil {
				return nil, err
			}
			var messages []string
			found, err := s.runs.CheckLaws(ctx, v, path)
			for _, ds := range found {
				for _, d := range ds {
					messages = append(messages, d.Message)
				}
			}
			return messages, err
		}),
	}, Announce: func(request.Client, *protocol.ServerCapabilities) {}}
}

// testSettings changes what a test wants otherwise.
type testSettings struct {
	Milliseconds int64 `json:"milliseconds"` // of a run
	Memory       int64 `json:"memory"`
	Steps        int64 `json:"steps"`
	Lenses       *bool `json:"lenses"`
	LargestFile  *int  `json:"largestFile"`
}

func changeSettings(s *server, p *testSettings) error {
	next := *s.view.Load()
	if p.Milliseconds > 0 {
		next.Settings.Run.Timeout = time.Duration(p.Milliseconds) * time.Millisecond
	}
	if p.Steps > 0 {
		next.Settings.Run.Steps = p.Steps
	}
	if p.Memory > 0 {
		next.Settings.Run.Memory = p.Memory
	}
	if p.Lenses != nil {
		lens := &next.Settings.CodeLens
		lens.Run, lens.Test, lens.References, lens.Cost = *p.Lenses, *p.Lenses, *p.Lenses, *p.Lenses
	}
	if p.LargestFile != nil {
		next.Settings.LargestFile = *p.LargestFile
	}
	s.put(&next)
	return nil
}

func init() {
	features := newFeatures
	newFeatures = func(s *server) []request.Feature { return append(features(s), testFeature(s)) }
	notifications["test/settings"] = handlesNotification(changeSettings)
	for method, b := range budgets { // a busy machine fails no test
		if b.time == shortTime {
			b.time = time.Minute
			budgets[method] = b
		}
	}
	usual.time = time.Minute
	budgets["test/wait"] = budget{time: endless}
	budgets["test/late"] = budget{time: 1}
	budgets["test/part"] = budget{time: 1, parts: true}
	budgets["test/deaf"] = budget{time: 1, late: lateList}
	budgets["test/endless"] = budget{time: endless}
	budgets[protocol.MethodTextDocumentImplementation] = budget{time: endless}
}

// ServeFaulty is Serve with more requests: `test/panic` fails, `test/wait`, `test/late`
// and `test/part` last until their context ends, and so
// does the request for implementations, which the user is shown; `test/deaf` and `test/endless`
// last until the server ends.
func ServeFaulty(ctx context.Context, client io.ReadWriteCloser, log io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newServer(ctx, log, Options{})
	s.routes["test/panic"] = request.Handles(func(context.Context, *request.View, *protocol.HoverParams) (any, error) {
		panic("out of ideas")
	})
	waits := request.Handles(func(ctx context.Context, _ *request.View, p *protocol.HoverParams) (any, error) {
		<-ctx.Done()
		return "a part", nil
	})
	for _, method := range []string{"test/wait", "test/late", "test/part"} {
		s.routes[method] = waits
	}
	deaf := request.Handles(func(context.Context, *request.View, *protocol.HoverParams) (any, error) {
		<-s.ctx.Done()
		return nil, nil
	})
	s.routes["test/deaf"], s.routes["test/endless"] = deaf, deaf
	s.routes[protocol.MethodTextDocumentImplementation] = s.routes["test/wait"]
	return s.serve(client)
}

// Methods are the requests of all features.
func Methods() []string {
	return real(maps.Keys(newServer(context.Background(), io.Discard, Options{}).routes))
}

// real leaves out what only tests ask for.
func real(methods iter.Seq[string]) []string {
	return slices.DeleteFunc(slices.Sorted(methods), func(m string) bool { return strings.HasPrefix(m, "test/") })
}

// An Editing is one document under edits, without a client: what the server
// knows of it after each.
type Editing struct {
	view *request.View
	uri  uri.URI
}

// Edit replaces the text between two positions.
func (e *Editing) Edit(startLine, startCharacter, endLine, endCharacter uint32, with string) {
	d := e.view.Document(e.uri)
	t := changed(d.Text, &protocol.TextDocumentContentChangePartial{
		Range: protocol.Range{
			Start: protocol.Position{Line: startLine, Character: startCharacter},
			End:   protocol.Position{Line: endLine, Character: endCharacter},
		},
		Text: with,
	}, e.view.Client.Encoding)
	e.view = e.view.With(d.Edited(d.Version+1, t))
}

// untouched has read the prelude and nothing else.
var untouched = sync.OnceValue(func() *workspace.Snapshot { return workspace.Open(workspace.Options{Root: "/nowhere"}) })

// BeginEditing opens a document.
func BeginEditing(name, encoding, text string) *Editing {
	p := &protocol.InitializeParams{}
	p.Capabilities.General = &protocol.GeneralClientCapabilities{
		PositionEncodings: []protocol.PositionEncodingKind{protocol.PositionEncodingKind(encoding)},
	}
	v := request.NewView(p, workspace.Options{Root: "/nowhere"})
	v.Session = &request.Session{}
	v = v.WithSettings(settings.Default())
	v.Snapshot = untouched().Throwaway()
	d := request.NewDocument("/nowhere", &protocol.TextDocumentItem{URI: uri.URI("untitled:" + name), Text: text})
	return &Editing{v.With(d), d.URI}
}

// Text is the text as it is now.
func (e *Editing) Text() string { return e.view.Document(e.uri).Text.String() }

// Tree is the dump of all items, with their places.
func (e *Editing) Tree() (string, error) {
	source, err := e.view.Source(e.uri)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for i, item := range source.File.All() {
		fmt.Fprintln(&b, source.File.Start(i), syntax.Dump(item), item.Errors)
	}
	return b.String(), nil
}

// Findings are the diagnostics, as they are sent.
func (e *Editing) Findings() (string, error) {
	found, err := (&checker{runs: &runs.Runner{}}).diagnostics(context.Background(), e.view, e.view.Document(e.uri))
	if err != nil {
		return "", err
	}
	text, err := protocol.Marshal(&protocol.FullDocumentDiagnosticReport{Kind: "full", Items: found})
	return string(text), err
}

// Notifications are those that the server understands.
func Notifications() []string { return real(maps.Keys(notifications)) }
