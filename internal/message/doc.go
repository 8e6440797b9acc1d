// Package message is the catalog of messages: what Bough says about mistakes in files and errors of scripts.
//
// Each message has a code, such as unknown-hook, and a template with named arguments. The files of the folder en hold
// them:
//
//	unknown-hook: unknown hook {name:q}
//	    hint: did you mean {near}?
//	    why: The name of the function looks like that of a hook, so nothing would ever call it.
//	    example:
//	        return { on_entre = function(agent) end }
//
// For each entry, go generate writes a function that takes the arguments, sorted by their names:
// message.UnknownHook(name, near). The first line is the message. hint is the remedy; it is left out if one of its
// arguments is empty. why is the cause in a sentence, for docs/messages.md, if the message does not say it. example is a
// file with the mistake, or several files, each below a line "-- name --"; a test of package docs checks that the
// message is found there, and "no-example: reason" replaces it where a file cannot show the mistake. Entries of
// remedies.txt are remedies that fit several messages, those of notes.txt are additional lines, and those of terms.txt
// are arguments of other entries; they have only the first line.
//
// In a template, {name} stands for an argument. A format can follow it:
//
//	{name:q}          in quotes, with escapes
//	{name:cut}        at most 60 characters, with ? for control characters; for parts of files
//	{name:signs}      likewise, and in quotes if it has neither letters nor digits
//	{name:int}        an int
//	{name:any}        any value, as fmt.Sprint prints it
//	{name:words}      a text of the catalog, diag.Words
//	{names:list}      a []string, as "a, b, c"
//	{names:or}        a []string, as "a, b or c"; {names:and} likewise
//	{names:some}      a []string, as "a, b and c", or "a, b, c, d, e, f and 3 more"
//	{count:one|many}  the first text if the int count is 1, and otherwise the second
//
// A brace before anything else stands for itself.
//
// The files of the folder zh hold the same entries in Chinese, without examples: the same codes in the same order, and the
// same arguments with the same formats, in any order. Only {count:one|many} can be left out, since Chinese has no plural.
// SetLanguage chooses the language of the process.
//
// Goals: one place for all words, so that they can be reworded or translated; codes that programs can decide on;
// arguments that the compiler checks. Non-goal: errors for Go code that calls Bough wrongly, which are no findings.
package message

//go:generate go run -tags generate ./gen
