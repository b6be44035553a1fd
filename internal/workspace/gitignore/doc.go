// Package gitignore matches paths against patterns as gitignore(5) describes them.
package gitignore
