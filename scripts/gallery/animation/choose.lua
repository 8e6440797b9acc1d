return {
  doc = "Chooses the animation. What a clip comes to never ends the choosing.",
  children = "priority",
}
