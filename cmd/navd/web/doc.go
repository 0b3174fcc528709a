// Package web serves the live page of navd: what the robots do now, in pictures and words,
// in a browser on the same machine.
//
// The page's server is a client of the socket like any other: the daemon opens no port, and
// everything on the page can be asked over the socket too.
//
// # Who gets in
//
// A [Guard] stands before everything:
//
//   - [Listen] takes addresses of this machine alone.
//   - A request must name one of them as its host. Without that a page from elsewhere
//     could point its own name at 127.0.0.1 and read on.
//   - The address that is printed has a token, which works once: it is exchanged for a
//     cookie that scripts cannot read, and disappears from the address bar. Each use makes
//     a new address, for another browser.
//   - The page loads its own files and nothing else (Content-Security-Policy), and no
//     other page may frame it.
//   - Writes must come from the page itself, and only when the user asked for them
//     (Options.Write).
//
// What is shown was written by models and users. It goes to the browser as JSON, and
// the script writes it as text, never as markup.
//
// # What it sends
//
// A page has one stream, /events, of server-sent events. See [stream] for its messages.
package web
