package main

import "github.com/fraccheck/fraccheck/internal/pattern"

type partitionCommand struct {
	ruleInput
	ruleOutput
}

func (c *partitionCommand) Run(env *environment) error {
	return c.apply(env, &c.ruleInput, application{pattern.Partition, "group", "groups"})
}
