import type { Contact } from "../contacts/Contact.ts"
import { fromText } from "../json/Json.ts"

/** Starts flows once for each time that a contact gets a tag it did not have. `contact` is as the change leaves it. */
export interface TagTrigger {
  readonly account_id: string
  readonly type: "tagged"
  readonly tag: string
  readonly contact_id: string
  readonly contact: Contact
  /** The change that gave the tag. Unique for each change of a contact. */
  readonly source_id: string
  /** Whether a step of a flow gave the tag. */
  readonly by_flow: boolean
  readonly occurred_at: number
}

/** A contact that got tags. */
export interface TaggedContact {
  readonly contact: Contact
  readonly tags: ReadonlyArray<string>
}

const tagsOf = (text: string): ReadonlyArray<unknown> => {
  const tags = fromText(text)
  return Array.isArray(tags) ? tags : []
}

/** The tags that a change adds, each once. Takes the JSON text of the tags before and after it. Pure. */
export const addedTags = (before: string, after: string): ReadonlyArray<string> => {
  if (before === after) return []
  const known = new Set(tagsOf(before))
  return [...new Set(tagsOf(after).filter((tag) => typeof tag === "string"))].filter((tag) => !known.has(tag))
}

/** The triggers of contacts that one change tagged, in order. Pure. */
export const tagTriggers = (
  tagged: ReadonlyArray<TaggedContact>,
  change: Pick<TagTrigger, "source_id" | "by_flow" | "occurred_at">
): ReadonlyArray<TagTrigger> =>
  tagged.flatMap(({ contact, tags }) =>
    tags.map((tag): TagTrigger => {
      const { account_id, contact_id } = contact
      return { account_id, type: "tagged", tag, contact_id, contact, ...change }
    })
  )
