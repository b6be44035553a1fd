package workspace

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// readContracts reads the table `cost`: by the names of definitions, what they promise.
func readContracts(c *Config, meta *toml.MetaData, value toml.Primitive) error {
	var table map[string]toml.Primitive
	if err := meta.PrimitiveDecode(value, &table); err != nil || table == nil {
		return refuse(meta, value, "`cost` is a table of definitions and what they promise")
	}
	c.Contracts = map[string][]contract.Clause{}
	for _, key := range meta.Keys() {
		if len(key) != 2 || key[0] != "cost" {
			continue
		}
		if err := c.readContract(meta, key[1], table[key[1]]); err != nil {
			return err
		}
	}
	return nil
}

func (c *Config) readContract(meta *toml.MetaData, name string, value toml.Primitive) error {
	if !strings.HasPrefix(name, "@") {
		return refuseKey(meta, value, name, "contracts are those of definitions, such as `@main`")
	}
	var clauses map[string]toml.Primitive
	if err := meta.PrimitiveDecode(value, &clauses); err != nil || clauses == nil {
		return refuse(meta, value, "a contract is a table, such as `{ work = \"|l|\" }`")
	}
	for _, key := range meta.Keys() {
		if len(key) != 3 || key[0] != "cost" || key[1] != name {
			continue
		}
		clause, err := readClause(meta, key[2], clauses[key[2]])
		if err != nil {
			return err
		}
		c.Contracts[name] = append(c.Contracts[name], clause)
	}
	return nil
}

func readClause(meta *toml.MetaData, key string, value toml.Primitive) (clause contract.Clause, err error) {
	clause.Key = key
	if !slices.Contains(contract.KeyNames(), key) {
		return clause, refuseKey(meta, value, key, unknownName("key", key, contract.KeyNames()))
	}
	if err := meta.PrimitiveDecode(value, &clause.Value); err != nil {
		return clause, refuse(meta, value, "a bound is text, such as \"|l|^2\"")
	}
	if err := clause.Check(); err != nil {
		return clause, refuse(meta, value, err.Error())
	}
	return clause, nil
}

// holdContracts holds the definitions of a file against the contracts of its
// configuration.
func (c *fileCheck) holdContracts(ctx context.Context) error {
	c.promised = map[int][]syntax.Diagnostic{}
	for _, name := range slices.Sorted(maps.Keys(c.config.Contracts)) {
		for i, item := range c.entry.source.File.Items {
			o := c.entry.module.Object(i)
			if o == nil || o.Kind != typecheck.DefObject || o.Name != name || c.entry.faulty(i) {
				continue
			}
			found := itemCheck{}
			found.guard(item, func() { found.diagnostics = c.entry.judge(ctx, i, name, c.config.Contracts[name]) })
			c.promised[i] = bySeverity(found.diagnostics)
		}
	}
	return ctx.Err()
}

// judge holds a definition against clauses.
func (e *entry) judge(ctx context.Context, i int, name string, clauses []contract.Clause) (found []syntax.Diagnostic) {
	b := e.cost(ctx, i)
	for _, clause := range clauses {
		found = append(found, clause.Judge(name, e.source.File.Items[i], b)...)
	}
	return found
}

// faulty reports whether i is an item with an error of its syntax or types.
func (e *entry) faulty(i int) bool { return soundTree(e.module, e.module.Object(i)) == nil }

// bySeverity gives findings the severities of their codes.
func bySeverity(found []syntax.Diagnostic) []syntax.Diagnostic {
	for i := range found {
		found[i].Severity = found[i].Code.DefaultSeverity()
	}
	return found
}
