import { assert, describe, it } from "@effect/vitest"
import { Struct } from "effect"
import {
  type FieldGroup,
  fieldOptions,
  firstCondition,
  groupsOf,
  groupsOfSubject,
  newCondition,
  openFieldOf
} from "../../src/dashboard/conditions/conditionFields.ts"
import { triggerWords } from "../../src/dashboard/words/flows/flowTriggers.ts"
import { checkConditions, type Subject } from "../../src/domain/conditions/checkConditions.ts"
import { fieldNames, openNames } from "../../src/domain/conditions/Facts.ts"
import { awaitedSubject, conditionSubject } from "../../src/domain/flows/checkDefinition.ts"

const isOpen = (field: string) => openFieldOf(field) !== undefined

/** A name of ours as it is offered, and as a condition states it. */
const written = (offered: string) =>
  !isOpen(offered)
    ? offered
    : `${offered}${offered.startsWith("event.") || offered.includes("custom") ? "plan" : "USD"}`

const offeredBy = (groups: ReadonlyArray<FieldGroup>): ReadonlyArray<string> =>
  fieldOptions(groups, "contact.email").flatMap(({ group, items }) =>
    group === "Not for this trigger" ? [] : items.map(({ value }) => value)
  )

const isTaken = (field: string, subject: Subject): boolean =>
  checkConditions([[{ field, op: "exists" }]], "if", subject).length === 0

const everyField = [...fieldNames, ...openNames.map((name) => `${name}.`)]

const assertOffered = (groups: ReadonlyArray<FieldGroup>, subject: Subject) => {
  assert.deepStrictEqual(
    offeredBy(groups).toSorted(),
    everyField.filter((field) => isTaken(written(field), subject)).toSorted()
  )
  const { field } = firstCondition(groups)
  assert.isTrue(isTaken(written(field), subject), field)
}

describe("the conditions that are offered", () => {
  const types = Struct.keys(triggerWords)
  it.each(types)("of a flow that starts by %s are all that it can compare, and no others", (type) => {
    assertOffered([...groupsOf({ type }), "history"], conditionSubject(type))
  })
  it.each(["event", "order"] as const)("of a wait for an %s are all that it can compare, and no others", (group) => {
    assertOffered(
      [group],
      awaitedSubject(group === "event" ? { type: "event", event_type: "came" } : { type: "order_placed" })
    )
  })
  it("of segments and the blocks of campaigns are those on contacts", () => {
    const subject = { roots: ["contact"], missing: () => "missing" }
    assertOffered(["contact", "history"], subject)
    assertOffered([...groupsOfSubject.none, "history"], subject)
  })
  it("have an operator that their field takes", () => {
    for (const field of everyField) {
      const { op } = newCondition(written(field))
      const issues = checkConditions([[{ field: written(field), op }]], "if", conditionSubject(undefined))
      assert.isFalse(
        issues.some(({ field: path }) => path.endsWith(".op")),
        field
      )
    }
  })
})
