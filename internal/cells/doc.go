// Package cells keeps what is known of the items of a text, one value for each, over the edits of
// the text. A Table is for one text. What was found in the text is in a Sparse, which has room for
// the items that were looked at alone. What was found in earlier texts is in a persistent sequence
// (package sequence), so that the table of the next text is made in time with the edit, with what
// was found since, and with the logarithm of the number of items.
package cells
