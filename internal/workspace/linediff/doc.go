// Package linediff has the changes between two texts as edits of whole lines.
package linediff
