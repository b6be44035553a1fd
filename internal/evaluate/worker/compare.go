package worker

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/evaluate/inspect"
	"github.com/fraccheck/fraccheck/internal/value"
)

// compare evaluates what is expected of a value, in the program as the value's run had it.
func compare(ctx context.Context, s *shelf, k *keptValue, p *Part) (Response, error) {
	a, err := k.program.Expected(p.Expected, k.item, k.subject.Type)
	if err == nil && len(a.Mistakes) > 0 {
		err = &Error{Message: a.Mistakes[0].Diagnostic.Message}
	}
	if err != nil {
		return Response{Error: &Error{Code: CodeArgument, Message: "the expected value cannot be read: " + err.Error()}}, nil
	}
	want := a.Run(ctx, p.Limits.options())
	if want.Err != nil {
		failed := errorOf(want.Err)
		failed.Message = "the expected value cannot be evaluated: " + failed.Message
		return Response{Error: failed}, nil
	}
	difference, err := value.Compare(ctx, k.subject.Value, want.Value, value.Tolerance{})
	if err != nil {
		return Response{}, err
	}
	both := *k
	both.subject = &inspect.Subject{Value: k.subject.Value, Type: k.subject.Type, Expected: want.Value}
	both.bytes += want.Stats.Allocated
	response := Response{Difference: difference}
	return response, s.keep(ctx, &response, &both)
}
