/*
Package vlm plays a vision-language model behind Vertex AI's REST interface.

A [Server] answers what a real one is asked with

	POST /v1beta1/projects/P/locations/L/publishers/google/models/NAME:generateContent
	POST /v1beta1/projects/P/locations/L/endpoints/ID:generateContent

and is as strict: unknown fields, a missing role, or a picture that does not
decode end in the 400 that the real service gives. Everything that lies between
a daemon's plan and the model is driven by it: picture, prompt, Navigation
Context, client library, wire format and the parser of the answer.

# What it knows

Only what it was sent. A planner's answer follows from the text of the prompt:
goal, labels of the views, newness, earlier legs, warnings. What a real model
would see in the pictures it reads from their captions (package caption), for a
planner when the prompt has no labels, for a scene always. It takes no look at
the daemon or at the simulator, and it has not the daemon's local planner: its
rule is its own, and simpler. What both share is the table of what is usual in
homes ([planner.Prior]). What users said in an episode it distils in their own
words: each thing once, and no changes of entries.

What it answers depends on what it is asked for: a decision when schema or text
name goal_flag, a scene when they name scene_type, a final when they name
spatial_grounding, else a sentence. What people told the robot before, as far as
it is plain, counts in a decision like what is usual.

# Twins

[Server.Tell] says what the next answer of a model is. A test that knows what a
planner without a model decided can so demand that the whole way over the wire
gives the same plan.

# Faults

A share of the requests can be made to go wrong, in every way of [Faults]. Which
ones do and how follows from the seed and from how many requests came before;
every kind comes before one comes twice. [Server.Force] makes the next request
go wrong in one way.
*/
package vlm
