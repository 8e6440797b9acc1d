return {
  doc = "Decides what the footballer wants to do with its body.",
  children = "priority",
}
