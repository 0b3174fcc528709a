package dmn

import "encoding/xml"

// The elements of DMN's XML that are read and written.
type (
	xmlDefinitions struct {
		XMLName   xml.Name
		Namespace string      `xml:"namespace,attr"`
		ID        string      `xml:"id,attr,omitempty"`
		Name      string      `xml:"name,attr"`
		Space     string      `xml:"xmlns,attr,omitempty"`
		Types     []xmlType   `xml:"itemDefinition"`
		Inputs    []xmlNamed  `xml:"inputData"`
		Functions []xmlKnow   `xml:"businessKnowledgeModel"`
		Decisions []xmlDecide `xml:"decision"`
		Other     []xmlOther  `xml:",any"`
	}
	xmlType struct {
		ID      string     `xml:"id,attr,omitempty"`
		Name    string     `xml:"name,attr"`
		List    bool       `xml:"isCollection,attr,omitempty"`
		Of      string     `xml:"typeRef,omitempty"`
		Allowed *xmlText   `xml:"allowedValues"`
		Limits  *xmlText   `xml:"typeConstraint"`
		Other   []xmlOther `xml:",any"`
		Fields  []xmlType  `xml:"itemComponent"`
	}
	xmlText struct {
		Language string `xml:"expressionLanguage,attr,omitempty"`
		Type     string `xml:"typeRef,attr,omitempty"`
		Text     string `xml:"text"`
	}
	xmlVariable struct {
		Name string `xml:"name,attr"`
		Type string `xml:"typeRef,attr,omitempty"`
	}
	xmlNamed struct {
		ID       string       `xml:"id,attr,omitempty"`
		Name     string       `xml:"name,attr"`
		Variable *xmlVariable `xml:"variable"`
	}
	xmlRef struct {
		Href string `xml:"href,attr"`
	}
	xmlNeed struct {
		Input     *xmlRef `xml:"requiredInput"`
		Decision  *xmlRef `xml:"requiredDecision"`
		Knowledge *xmlRef `xml:"requiredKnowledge"`
	}
	xmlDecide struct {
		xmlNamed
		Inform    []xmlNeed  `xml:"informationRequirement"`
		Knowledge []xmlNeed  `xml:"knowledgeRequirement"`
		Table     *xmlTable  `xml:"decisionTable"`
		Literal   *xmlText   `xml:"literalExpression"`
		Other     []xmlOther `xml:",any"`
	}
	xmlKnow struct {
		xmlNamed
		Logic     *xmlLogic  `xml:"encapsulatedLogic"`
		Knowledge []xmlNeed  `xml:"knowledgeRequirement"`
		Other     []xmlOther `xml:",any"`
	}
	xmlLogic struct {
		Kind       string        `xml:"kind,attr,omitempty"`
		Parameters []xmlVariable `xml:"formalParameter"`
		Table      *xmlTable     `xml:"decisionTable"`
		Literal    *xmlText      `xml:"literalExpression"`
		Other      []xmlOther    `xml:",any"`
	}
	xmlTable struct {
		Policy    string      `xml:"hitPolicy,attr,omitempty"`
		Aggregate string      `xml:"aggregation,attr,omitempty"`
		Inputs    []xmlColumn `xml:"input"`
		Outputs   []xmlOutput `xml:"output"`
		Rules     []xmlRule   `xml:"rule"`
	}
	xmlColumn struct {
		Label      string   `xml:"label,attr,omitempty"`
		Expression *xmlText `xml:"inputExpression"`
		Values     *xmlText `xml:"inputValues"`
	}
	xmlOutput struct {
		Name    string   `xml:"name,attr,omitempty"`
		Label   string   `xml:"label,attr,omitempty"`
		Type    string   `xml:"typeRef,attr,omitempty"`
		Values  *xmlText `xml:"outputValues"`
		Default *xmlText `xml:"defaultOutputEntry"`
	}
	xmlRule struct {
		ID   string    `xml:"id,attr,omitempty"`
		Note string    `xml:"description,omitempty"`
		When []xmlText `xml:"inputEntry"`
		Then []xmlText `xml:"outputEntry"`
	}
	xmlOther struct {
		XMLName xml.Name
	}
)
