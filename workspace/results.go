package workspace

import "github.com/fraccheck/fraccheck/typecheck"

// Results gives the typed trees of a file's items by their number, as Result
// does: the file is looked up once for all of them. The function may be called
// from several goroutines.
func (s *Snapshot) Results(path string) (func(i int) *typecheck.Result, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	return e.result, nil
}
