package config

import (
	"errors"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/contract"
)

// assumeKey is the key of what is assumed of sizes.
const assumeKey = "assume"

// readCosts reads the table `cost`: by the names of definitions, what they promise, and what
// is assumed of sizes.
func readCosts(c *Config, meta *toml.MetaData, value toml.Primitive) error {
	var table map[string]toml.Primitive
	if err := meta.PrimitiveDecode(value, &table); err != nil || table == nil {
		return refuse(meta, value, "`cost` is a table of definitions and what they promise")
	}
	c.Contracts = map[string][]contract.Clause{}
	for _, key := range meta.Keys() {
		if len(key) != 2 || key[0] != "cost" {
			continue
		}
		read := c.readContract
		if key[1] == assumeKey {
			read = c.readAssumed
		}
		if err := read(meta, key[1], table[key[1]]); err != nil {
			return err
		}
	}
	return nil
}

func (c *Config) readAssumed(meta *toml.MetaData, _ string, value toml.Primitive) error {
	if err := meta.PrimitiveDecode(value, &c.Assume); err != nil {
		return refuse(meta, value, "`assume` is a list of what is assumed of sizes, such as [\"N=1\"]")
	}
	_, err := assume.Parse(c.Assume, nil)
	if fault := (*assume.Error)(nil); errors.As(err, &fault) {
		return textFault{refuse(meta, value, err.Error()), fault.Text}
	}
	if err != nil {
		return refuse(meta, value, err.Error())
	}
	return nil
}

func (c *Config) readContract(meta *toml.MetaData, name string, value toml.Primitive) error {
	if !strings.HasPrefix(name, "@") {
		return refuseKey(meta, value, name, "contracts are those of definitions, such as `@main`; what is assumed of sizes is the list `assume`")
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
		return clause, refuseKey(meta, value, key, UnknownName("key", key, contract.KeyNames()))
	}
	if err := meta.PrimitiveDecode(value, &clause.Value); err != nil {
		return clause, refuse(meta, value, "a bound is text, such as \"|l|^2\"")
	}
	if err := clause.Check(); err != nil {
		return clause, refuse(meta, value, err.Error())
	}
	return clause, nil
}
