package drawing

// Fold folds the layers of a picture, and nothing else.
func Fold(p *Picture) {
	for _, item := range p.Items {
		fold(p.Meter, item)
	}
	p.trim()
	p.number()
}
