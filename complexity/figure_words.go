package complexity

import (
	"errors"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
)

// In signatures a Figure is its number, or `-`, and its order in quotes.

func writeFigure(f analysis.Fact) string {
	figure, number := f.(Figure), "-"
	if figure.Bounded {
		number = strconv.FormatInt(figure.Number, 10)
	}
	return number + " " + strconv.Quote(figure.Order)
}

func readFigure(words string) (analysis.Fact, error) {
	number, order, _ := strings.Cut(words, " ")
	f := Figure{Bounded: number != "-"}
	var err error
	if f.Order, err = strconv.Unquote(order); err != nil {
		return nil, errors.New("an order is written in quotes")
	}
	if f.Bounded {
		f.Number, err = strconv.ParseInt(number, 10, 64)
	}
	if err != nil || f.Number < 0 || writeFigure(f) != words {
		return nil, errors.New("there is no such figure")
	}
	return f, nil
}
