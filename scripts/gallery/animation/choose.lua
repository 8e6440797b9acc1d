return {
  doc = "Chooses the clip for the request in force. What a clip comes to never ends the choosing.",
  children = "priority",
}
