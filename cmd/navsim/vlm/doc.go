/*
Package vlm simulates a vision-language model behind the REST interfaces of Vertex AI and
OpenAI; the latter is that of most servers of one's own.

A [Server] answers the requests

	POST /v1beta1/projects/P/locations/L/publishers/google/models/NAME:generateContent
	POST /v1beta1/projects/P/locations/L/endpoints/ID:generateContent
	POST /v1/chat/completions

and is as strict as the real services: it refuses a missing role, a picture that cannot be
decoded and, as Vertex AI does, unknown fields with the same status 400. So a test with it
covers all that is between a daemon's plan and the model: picture, prompt, Navigation
Context, client library, wire format and the parser of the answer.

# What it knows

Only what it was sent. A planner's answer depends on the text of the prompt: goal,
labels of the views, newness, earlier legs, warnings. What a real model would see in
the pictures it reads from their captions (package caption): for a planner only when
the prompt has no labels, for a scene always. It has no access to the daemon or to the
simulator, and it does not use the daemon's local planner: its rule is a simpler one.
Both share the table of what is usual in homes ([planner.Prior]). It distils what users
said in an episode in their own words: each text once, and together one entry for
several texts about the place.

What it answers depends on what it is asked for: a decision when schema or text name
goal_flag, a scene when they name scene_type, a final when they name spatial_grounding,
otherwise a sentence. What people told the robot before, as far as package words
understands it, changes the chances in a decision.

# Given answers

[Server.Tell] sets the next answer of a model. So a test can let the model give the
decision of a planner without a model, and check that the plan is then the same.

# Faults

A share of the requests can get faults, of all kinds in [Faults]. Which ones get which
fault depends on the seed and on the number of requests before; every kind occurs once
before one occurs again. [Server.Force] gives a fault to the next request.
*/
package vlm
