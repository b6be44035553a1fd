package lsp

import (
	"context"
	"encoding/json"
	"reflect"

	"go.lsp.dev/protocol"
)

// didChangeConfiguration takes what a client pushes; one that can be asked is
// asked instead, for it may push nothing, or other sections alone.
func didChangeConfiguration(s *server, p *protocol.DidChangeConfigurationParams) error {
	if s.view.Load().client.configuration {
		go s.requestSettings(s.settingsRequests.Add(1))
		return nil
	}
	if section := ownSection(json.RawMessage(p.Settings)); section != nil {
		s.configure(section)
	}
	return nil
}

// requestSettings asks the client for the section. Of several questions under way
// the last one counts.
func (s *server) requestSettings(pull int64) {
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	name := sectionName
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
	chosen, problems := s.chosen.applied(section)
	s.warn(problems)
	if v := s.view.Load(); !reflect.DeepEqual(chosen, v.settings) {
		s.showAll(v.configured(chosen))
	}
}

// configured is the view with other settings.
func (v *view) configured(chosen settings) *view {
	next := *v
	next.settings, next.reports = chosen, &reports{}
	next.snapshot = v.snapshot.WithSeverities(chosen.Severity)
	return &next
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
