package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"sync"

	"github.com/fraccheck/fraccheck/internal/workspace/walk"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/settings"
	"go.lsp.dev/protocol"
)

// didChangeConfiguration takes what a client pushes; one that can be asked is
// asked instead, for it may push nothing, or other sections alone.
func didChangeConfiguration(s *server, p *protocol.DidChangeConfigurationParams) error {
	if s.view.Load().Client.Configuration {
		go s.requestSettings(s.settingsRequests.Add(1))
		return nil
	}
	if section := settings.Own(json.RawMessage(p.Settings)); section != nil {
		s.configure(section)
	}
	return nil
}

// requestSettings asks the client for the section. Of several questions under way
// the last one counts.
func (s *server) requestSettings(pull int64) {
	ctx, cancel := context.WithTimeout(s.ctx, request.Patience)
	defer cancel()
	name := settings.Section
	answer, err := s.client.Configuration(ctx, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &name}}})
	if err != nil || len(answer) != 1 {
		s.outbox.logf(protocol.MessageTypeWarning, "the settings cannot be read: %d sections, %v", len(answer), err)
		return
	}
	s.state.Lock()
	defer s.state.Unlock()
	if pull == s.settingsRequests.Load() {
		s.configure(json.RawMessage(answer[0]))
	}
}

// configure puts a section in place of the one before, on top of what the
// client said first. Whoever calls it holds the state.
func (s *server) configure(section json.RawMessage) {
	chosen, problems := s.chosen.Applied(section)
	s.warn(problems)
	if v := s.view.Load(); !reflect.DeepEqual(chosen, v.Settings) {
		s.showAll(v.WithSettings(chosen))
	}
}

// warn shows what is wrong with the settings, each problem once.
func (s *server) warn(problems []string) {
	for _, problem := range problems {
		if !s.warned[problem] {
			s.warned[problem] = true
			s.outbox.show(protocol.MessageTypeWarning, problem)
		}
	}
}

// ConfigWarnings are about configurations that require another version, whose files are left out,
// and lists of ignored files that cannot be read. The user sees each once.
type configWarnings struct {
	outbox *outbox
	shown  sync.Map // messages
}

func (c *configWarnings) show(err error) {
	message := "the files of this configuration's folder are not checked: " + err.Error()
	if list := (*walk.IgnoreError)(nil); errors.As(err, &list) {
		message = "files may be checked that are to be left out: " + err.Error()
	}
	if _, again := c.shown.LoadOrStore(message, true); !again {
		c.outbox.show(protocol.MessageTypeWarning, message)
	}
}
