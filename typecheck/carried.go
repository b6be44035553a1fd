package typecheck

import (
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"slices"
)

// current is a result of an earlier module with the objects of this one.
func (m *Module) current(i int, r *typed.Result) *typed.Result {
	if !m.items[i].carried {
		return r
	}
	var objects []*typed.Object
	for n, o := range r.Objects {
		now := m.successor(o, i)
		if now == o {
			continue
		}
		if objects == nil {
			objects = slices.Clone(r.Objects)
		}
		objects[n] = now
	}
	if objects == nil {
		return r
	}
	next := *r
	next.Info = r.WithObjects(objects)
	return &next
}

// successor is what a global's name stands for now.
func (m *Module) successor(o *typed.Object, i int) *typed.Object {
	if o == nil || o.Kind != typed.DefObject && o.Kind != typed.DeclaredObject {
		return o
	}
	if o.Item == m.config.File.Items[i] {
		return m.items[i].object
	}
	if now := m.value(o.Name, m.block(i)); now != nil {
		return now
	}
	return o
}
