package v1

type Order struct {
	NotThisOne string `json:"notThisOne"`
}
