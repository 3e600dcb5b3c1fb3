import type { Definition } from "../flows/Definition.ts"

/** The gaps in the records of the past that a definition is run over, in words. Pure. */
export const pastNotes = ({ trigger }: Pick<Definition, "trigger">): ReadonlyArray<string> => {
  switch (trigger.type) {
    case "cart_abandoned":
      return [
        "Of a cart only its last state is kept: one that was changed again after it had been left counts by its last change, and one that was emptied, or reported as ordered, does not count."
      ]
    case "date":
      return [
        `Dates are those that contacts have in ${trigger.field} now: no record tells what they were then, or when they were entered. A contact counts from when it was created or first heard of.`
      ]
    case "product_viewed":
      return ["No record tells whether a product could be bought then: messages about it count as if it could."]
    default:
      return []
  }
}
