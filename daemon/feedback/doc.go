/*
Package feedback is what users say of a robot's doing: the sentence they type, in
English, Korean or both, read into a verdict and texts by category, and the
record that is kept of it. Whatever is learned from feedback cites its id.

	"s:(s: the study is yellow)"  →  Parse  →  success; spatial: "the study is yellow"

# Categories and verdicts

Every text belongs to one of four categories, [UserPreference], [Spatial],
[Procedural] and [General], in this order wherever they are listed. A [Verdict]
is what the user says of a step; what the motion came to is another matter, and
not of this package. [Four] holds a value for each category.

	category           key and title in files                          names in texts
	UserPreference     user_preference, User Preference Grounding      user_preference u 선호 사용자
	Spatial            spatial, Spatial Grounding                      spatial s 공간
	Procedural         procedural, Procedural Grounding                procedural p 절차
	General            general, General Grounding Rules                general g 일반

# Text

[Parse] reads two grammars and loses no text: what names no category is text of
General. Only a name in parentheses that is none is refused, because there a name
must be.
*/
package feedback
