import { assert, it } from "@effect/vitest"
import { factReader } from "../../src/domain/conditions/Facts.ts"
import { historyLookups } from "../../src/domain/conditions/History.ts"
import { drawnFields } from "../support/segments/conditions.ts"
import { drawsOf } from "../support/segments/draws.ts"
import { modelFacts, personOf } from "../support/segments/population.ts"

// A law compares memory and SQL on these fields; on a field that all contacts have alike it would see nothing.
it("every field that segments compare is drawn, with contacts that differ in it", () => {
  const draws = drawsOf(1)
  const people = Array.from({ length: 200 }, (_, at) => personOf(draws, at))
  const alike = drawnFields.filter((field) => {
    const condition = { field, op: "exists" as const }
    const lookups = historyLookups([[condition]])
    const values = people.map((person) => factReader(modelFacts(person, lookups)).read(condition))
    return new Set(values.map((value) => JSON.stringify(value instanceof Set ? [...value] : value))).size < 2
  })
  // Nothing lies below a text: the path leads nowhere, in memory as in SQL.
  assert.deepStrictEqual(alike, ["contact.custom_fields.plan.deeper"])
  assert.includeMembers([...drawnFields], ["contact.phone", "contact.last_name", "contact.sms_consent", "order.count"])
})
