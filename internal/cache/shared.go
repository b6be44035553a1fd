package cache

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"
)

// A Shared cache is one value on a server: a pack, which holds the results that one build of
// fraccheck has of a project. One request brings all of them; those of texts that have changed
// since are not found by their keys, as in every other place.
type Shared struct {
	Server Server
	Tool   string // names the build, whose results count for no other
	Secret string // signs packs; "" where the server is trusted as the disk is
	// Write is how long Close may take to write a pack; 0 where this process reads alone.
	Write time.Duration
	// Report is called at most once, with the first reason why the server is of no use.
	Report func(error)
}

// A Server keeps values by keys. Get returns nil for a key without one.
type Server interface {
	Name() string
	Get(ctx context.Context, key [32]byte) ([]byte, error)
	Put(ctx context.Context, key [32]byte, value []byte) error
}

const (
	// patience is how long all waits for a server may take together. The pack is asked for
	// when the cache is opened, while files are read.
	patience = 200 * time.Millisecond
	// giveUp ends a request that nobody waits for any more.
	giveUp = 30 * time.Second

	packMagic  = "fraccheck pack 1"
	packHead   = len(packMagic) + sha256.Size
	packBudget = 32 << 20 // bytes of results that one check keeps of others
)

// A pack is what a server holds, while it is asked for and afterwards.
type pack struct {
	Shared
	key    Key
	cancel context.CancelFunc
	done   chan struct{}
	once   sync.Once
	told   sync.Once
	found  *segment // set when done is closed; nil for none

	mu   sync.Mutex
	used map[Key][]byte // what this process read or made, where it writes
}

// ask begins to read the pack of a server.
func ask(shared Shared) *pack {
	ctx, cancel := context.WithTimeout(context.Background(), giveUp)
	p := &pack{Shared: shared, key: shared.packKey(), cancel: cancel, done: make(chan struct{}), used: map[Key][]byte{}}
	go func() {
		defer close(p.done)
		content, err := shared.Server.Get(ctx, p.key)
		if err == nil && content != nil {
			p.found, err = p.open(content)
		}
		if err != nil && ctx.Err() == nil {
			p.fault(err)
		}
	}()
	return p
}

// packKey is the key of the pack, which the path of the server's address is part of: servers
// are free to look at what follows it alone.
func (s *Shared) packKey() Key {
	sum := NewSum("pack")
	sum.Text(magic)
	sum.Text(s.Tool)
	sum.Text(s.Server.Name())
	return sum.Key()
}

// fault reports why the server is of no use, once.
func (p *pack) fault(err error) {
	p.told.Do(func() {
		if p.Report != nil {
			p.Report(fmt.Errorf("the shared cache at %s is not used: %w", p.Server.Name(), err))
		}
	})
}

// errPack says that what a server holds is no pack of this project and build.
var errPack = errors.New("what it holds is damaged, or signed with another secret")

// open reads a pack: its head, the signature of key and segment, and the segment.
func (p *pack) open(content []byte) (*segment, error) {
	if len(content) < packHead || string(content[:len(packMagic)]) != packMagic {
		return nil, errPack
	}
	held := content[packHead:]
	if !hmac.Equal(content[len(packMagic):packHead], p.sign(held)) {
		return nil, errPack
	}
	s := &segment{held: held, size: int64(len(held))}
	if err := s.checkIndex(); err != nil {
		return nil, errPack
	}
	return s, nil
}

// sign is the signature of a segment under the pack's key.
func (p *pack) sign(segment []byte) []byte {
	h := hmac.New(sha256.New, []byte(p.Secret))
	h.Write(p.key[:])
	h.Write(segment)
	return h.Sum(nil)
}

// get is the value of a key in the pack. The first call waits for the server, and no other.
func (p *pack) get(k Key) ([]byte, bool) {
	p.once.Do(func() { p.wait(patience) })
	select {
	case <-p.done:
	default:
		return nil, false
	}
	if p.found == nil {
		return nil, false
	}
	i, ok := p.found.find(k)
	if !ok {
		return nil, false
	}
	return p.found.value(i)
}

// wait waits for the server's answer, at most for some time.
func (p *pack) wait(most time.Duration) {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-p.done:
	case <-timer.C:
		p.fault(fmt.Errorf("it does not answer within %s", most))
	}
}

// use notes a result that the pack is to have.
func (p *pack) use(k Key, value []byte) {
	if p.Write > 0 {
		p.mu.Lock()
		p.used[k] = value
		p.mu.Unlock()
	}
}

// close writes the pack where it has become another one, and ends what is still asked for.
func (p *pack) close() {
	defer p.cancel()
	if p.Write <= 0 || len(p.used) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), p.Write)
	defer cancel()
	select {
	case <-p.done:
	case <-ctx.Done():
		p.fault(fmt.Errorf("it does not answer within %s", p.Write))
		return
	}
	if values, changed := p.joined(); changed {
		segment := encodeSegment(values, 0)
		content := append(append([]byte(packMagic), p.sign(segment)...), segment...)
		if err := p.Server.Put(ctx, p.key, content); err != nil {
			p.fault(err)
		}
	}
}

// joined are the results that were used, and those of the pack that there is room for besides;
// changed is false where the pack has all of them.
func (p *pack) joined() (values map[Key][]byte, changed bool) {
	values = maps.Clone(p.used)
	size := 0
	for _, v := range values {
		size += len(v)
	}
	if p.found == nil {
		return values, true
	}
	for k := range p.used {
		if _, ok := p.found.find(k); !ok {
			changed = true
			break
		}
	}
	for i := range p.found.entries() {
		k := p.found.key(i)
		if _, ok := values[k]; ok {
			continue
		}
		if v, ok := p.found.value(i); ok && size+len(v) <= packBudget {
			values[k] = v
			size += len(v)
		}
	}
	return values, changed
}

// LookShared counts what a server holds for a build. It waits for the server at most for some
// time.
func LookShared(shared Shared, most time.Duration) (status Status, err error) {
	shared.Report = func(fault error) { err = fault }
	p := ask(shared)
	defer p.cancel()
	p.wait(most)
	select {
	case <-p.done:
		if p.found != nil {
			status = Status{Segments: 1, Entries: p.found.entries(), Bytes: p.found.size}
		}
	default:
	}
	return status, err
}
