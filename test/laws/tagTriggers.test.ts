import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { newContact } from "../../src/domain/contacts/Contact.ts"
import { type ContactWrite, decideContact } from "../../src/domain/contacts/decideContact.ts"
import { decideMerge } from "../../src/domain/contacts/decideMerge.ts"
import { noHistory } from "../../src/domain/conditions/History.ts"
import { addedTags, tagTriggers } from "../../src/domain/flows/tagTriggers.ts"
import { decideStarts } from "../../src/domain/flows/decideStarts.ts"
import { definitionOf } from "../support/flows/definitions.ts"

const Tags = Schema.Array(Schema.Literals(["a", "b", "c", "d"]))

const identity = { account_id: "a", contact_id: "c", email: "a@b.co", phone: null, first_name: null, last_name: null }
const contact = (tags: ReadonlyArray<string>) => ({
  ...newContact(identity, 0),
  tags: JSON.stringify(tags),
  custom_fields: "{}"
})

describe("the tags that a change adds", () => {
  it.prop("are those that were missing before, each once", [Tags, Tags], ([before, after]) => {
    const added = addedTags(JSON.stringify(before), JSON.stringify(after))
    assert.deepStrictEqual([...added].toSorted(), [...new Set(after).difference(new Set<string>(before))].toSorted())
  })

  it.prop("start flows after a write, but not after an import or a merge", [Tags, Tags], ([before, after]) => {
    const decided = (cause: ContactWrite["cause"]) =>
      decideContact(
        9,
        {
          account_id: "a",
          contact_id: "c",
          fields: { tags: JSON.stringify(after) },
          send_welcome_sms: false,
          cause,
          actor: "t"
        },
        contact(before),
        { byEmail: undefined, byPhone: undefined, suppressions: {} }
      )
    const expected = addedTags(JSON.stringify(before), JSON.stringify(after))
    assert.deepStrictEqual(Result.getOrThrow(decided("api")).addedTags, expected)
    assert.deepStrictEqual(Result.getOrThrow(decided("dashboard")).addedTags, expected)
    assert.deepStrictEqual(Result.getOrThrow(decided("import")).addedTags, [])
    const merge = { account_id: "a", contact_id: "c", from: "d", cause: "api", actor: "t" } as const
    const merged = decideMerge(9, merge, contact(before), contact(after))
    assert.deepStrictEqual(Result.getOrThrow(merged).addedTags, [])
  })

  it("start a flow again within a minute, unless a flow gave them", () => {
    const starts = (by_flow: boolean, minutes: number) => {
      const [trigger] = tagTriggers([{ contact: contact([]), tags: ["vip"] }], {
        source_id: "tag_1",
        by_flow,
        occurred_at: minutes * 60_000
      })
      assert.isDefined(trigger)
      const steps = [{ id: "end", type: "exit" }] as const
      const entry = { type: "always" } as const
      const definition = { ...definitionOf([]), steps, filters: [], entry }
      const flow = {
        flow_id: "flo_1",
        name: "Tagged",
        version: 1,
        definition,
        tags: [],
        custom_fields: {},
        left_topics: [],
        history: noHistory
      }
      return decideStarts([{ ...flow, trigger, last_started_at: 0 }]).map(({ starts, reason }) => reason ?? starts)
    }
    assert.deepStrictEqual(starts(false, 0), [true])
    assert.deepStrictEqual(starts(true, 0.999), ["loop"])
    assert.deepStrictEqual(starts(true, 1), [true])
  })
})
