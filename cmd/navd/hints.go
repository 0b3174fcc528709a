package main

import "strings"

// inCommands replaces the methods that a hint of the daemon names by commands.
func inCommands(hint string) string {
	return strings.NewReplacer(commandsFor...).Replace(hint)
}

// commandsFor are pairs: a method and the command for it. A name that is the beginning of
// another one comes after that.
var commandsFor = []string{
	"episode.begin", "a controller", "nav.plan", "a plan",
	"episode.list", "`navd episodes`", "episode.log", "`navd episodes log`",
	"episodic.list", "`navd episodic list`", "episodic.snapshot", "`navd episodic snapshot`", "episodic.get", "`navd episodic show`",
	"feedback.add", "`navd feedback`", "grounding.get", "`navd grounding show`", "grounding.list", "`navd grounding list`",
	"house.delete", "`navd house delete`", "house.export", "`navd house export`", "house.get", "`navd house show`",
	"house.list", "`navd houses`", "house.snapshot", "`navd house snapshot`",
	"jobs.get", "`navd jobs show`", "jobs.list", "`navd jobs`",
	"knowledge.check", "`navd knowledge check`", "knowledge.list", "`navd knowledge list`", "knowledge.search", "`navd knowledge search`",
	"knowledge.proposals", "`navd knowledge proposals`", "knowledge.rollback", "`navd knowledge rollback`", "knowledge.submit", "`navd knowledge submit`",
	"lats.cancel", "`navd lats cancel`", "lats.list", "`navd lats list`", "lats.open", "`navd lats run`", "lats.run", "`navd lats resume`",
	"navd.health", "`navd status`",
}
