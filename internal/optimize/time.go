package optimize

import (
	"context"
	"time"

	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/types"
)

// share limits a context to a part of the time that it has left.
func share(ctx context.Context, part float64) (context.Context, context.CancelFunc) {
	until, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(part*float64(time.Until(until))))
}

// sameSignature reports whether two definitions have one type.
func sameSignature(a, b types.Type) bool { return rewrite.SameType(a, b) }
