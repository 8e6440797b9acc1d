return {
  doc = "Chooses the clip for the request in force. The result of a clip does not end the choice.",
  children = "priority",
}
