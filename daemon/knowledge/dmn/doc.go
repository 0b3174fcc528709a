/*
Package dmn reads, writes, checks and evaluates decision tables of DMN, the
Decision Model and Notation of the OMG, with the expressions in them in S-FEEL.

	Read     XML of DMN 1.3, 1.4 or 1.5 ──► Model          Write  the way back, as 1.3
	Compile  Model ──► Program, or everything that is wrong in it
	Program.Evaluate  inputs ──► value of each decision, the rows that matched, why a value is null
	Check    Model ──► types, overlaps, rows that never matter, gaps, ranges that never match

What there is, by the labels of the DMN TCK, whose cases of level 2 all pass:

	decision tables     all hit policies: U A P F R O C C+ C< C> C#; one or several outputs, output values, defaults
	unary tests         - > >= < <= = != values lists [1..5) not(…) null, and conditions about ?
	expressions         + - * / ** and or not() between in, comparisons, lists, names with blanks and signs, a.b
	values              string, number (34 decimal digits), boolean, date("2026-11-23"), list, record, null
	types               item definitions: allowed values, components, collections; a list of one stands for its item
	decisions           literal expressions, tables, decisions that need decisions, business knowledge models that are called

What is not supported is refused by [Compile] or [Read], by its name, and never
guessed: if, for, some, every, filters, contexts, functions as values, instance of,
ranges as values, times and durations, all built-in functions but date and not,
boxed contexts, invocations and relations, decision services, imports.

It differs from the standard in one thing: an input that was not given matches no
test but -, and is reported; one that was given as null is null.

Evaluation is bounded: in rows, columns, the length and the nesting of texts, and in
steps. Nothing here reads a clock, and the same inputs give the same result.
*/
package dmn
