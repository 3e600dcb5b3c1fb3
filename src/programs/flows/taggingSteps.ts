import { Effect } from "effect"
import { type TagTrigger, tagTriggers } from "../../domain/flows/tagTriggers.ts"
import { makeId } from "../../domain/values/Id.ts"
import { ContactFields, type TagChange } from "../../store/contacts/ContactFields.ts"
import { EnrolContacts } from "./EnrolContacts.ts"

/** Makes the step that adds tags and starts the flows of those that are new. It joins the open transaction, which has locked the contacts. */
export const taggingSteps = Effect.gen(function* () {
  const tags = yield* ContactFields
  const flows = yield* EnrolContacts
  return {
    /** Adds the tags that the contacts lack. Gives the contacts that changed, with their new tags. */
    addTags: Effect.fnUntraced(function* (changes: ReadonlyArray<TagChange>, by: Pick<TagTrigger, "by_flow">) {
      const tagged = yield* tags.addTags(changes)
      if (tagged.length === 0) return tagged
      const source_id = yield* makeId("tag")
      yield* flows.enrol(tagged.flatMap((each) => tagTriggers([each], { ...by, source_id, occurred_at: each.now })))
      return tagged
    })
  }
})
