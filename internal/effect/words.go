package effect

import (
	"errors"
	"fmt"

	"github.com/fraccheck/fraccheck/analysis"
)

// In signatures a Summary is three sets of bits in hexadecimal digits.

func write(f analysis.Fact) string {
	s := f.(Summary)
	return fmt.Sprintf("%x %x %x", uint8(s.Does), uint8(s.Fails), uint64(s.Calls))
}

func read(words string) (analysis.Fact, error) {
	var does, fails uint8
	var calls uint64
	if _, err := fmt.Sscanf(words, "%x %x %x", &does, &fails, &calls); err != nil {
		return nil, errors.New("an effect is three hexadecimal numbers")
	}
	s := Summary{Actions(does), Failures(fails), Params(calls)}
	if write(s) != words || s.Does&^anyAction != 0 || s.Fails&^anyFailure != 0 {
		return nil, errors.New("there is no such effect")
	}
	return s, nil
}
