// Package gcp holds what the two clients of Google's models share: the
// credentials of this machine ([Auth]), a library's client for each location
// ([Clients]), the names of models ([ReadName]), the addresses of a location's
// servers ([Host]), and the judgement of how an answer ended ([Verdict]).
//
// Credentials are Google's application default credentials: the file that
// GOOGLE_APPLICATION_CREDENTIALS names, those of
// `gcloud auth application-default login`, or the machine's own in the cloud.
// They are looked for at the first call, and again at the next one as long as
// there are none, so that a daemon starts without them.
package gcp
