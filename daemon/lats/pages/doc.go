/*
Package pages is a small environment for a tree search: questions over titled
pages. Its actions:

	search[title]    the first five sentences of a page, or titles that are alike
	lookup[words]    the next sentence of the open page that has the words: (Result 1 / 2) …
	think[text]      nothing
	finish[answer]   ends; the reward is 1 when the answer is right

Nothing is kept between two steps but the [State], a value: each branch of a
tree has its own, and a step of one branch never changes what another sees.
[First], [Find] and [Similar] are for environments that read other texts in the
same way.
*/
package pages
