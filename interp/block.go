package interp

import "github.com/fraccheck/fraccheck/value"

func (m *machine) mapBlocks(f slot, col value.Column, extra []slot) (slot, bool, error) {
	return slot{}, false, nil
}

func (m *machine) reduceBlocks(f slot, col value.Column, extra []slot) ([]slot, bool, error) {
	return nil, false, nil
}
