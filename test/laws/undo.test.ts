import { assert, describe, it } from "@effect/vitest"
import { emailStateOf, isSame, joinChanges } from "../../src/domain/changes/ContactChange.ts"
import { importedChange } from "../../src/domain/changes/importedChange.ts"
import { isOptIn, isStricter } from "../../src/domain/contacts/Consent.ts"
import { effectiveOptOut } from "../../src/domain/contacts/consentOnWrite.ts"
import { type FullContact, withdrawalOf } from "../../src/domain/contacts/Contact.ts"
import { after, Place, start, states, Steps, undoOf } from "../support/samples/undoHistories.ts"

const effective = (contact: FullContact) =>
  effectiveOptOut(contact.email_consent, withdrawalOf(contact, "email")) ?? contact.email_consent

const valuesOf = ({ email_consent, email_withdrawn_at, email_withdrawn_by, tags, custom_fields }: FullContact) => ({
  email_consent,
  email_withdrawn_at,
  email_withdrawn_by,
  tags: new Set(JSON.parse(tags)),
  custom_fields: JSON.parse(custom_fields)
})

const act = (email_consent: "subscribed" | "unsubscribed") =>
  ({ type: "act", lifts: false, replaces: false, email_consent, tag: null, field: null, value: "1" }) as const

describe("the undo of a bulk change (contract §20)", () => {
  it("keeps the no of a person since, and gives no consent back that an undone change gave", () => {
    const yes = { type: "write", email_consent: "subscribed", tag: null } as const
    const left = states([yes, act("unsubscribed"), { type: "no" }, { type: "undo", which: 0 }]).at(-1)
    assert.strictEqual(left?.contact.email_consent, "unsubscribed")
    const undo = (which: number) => ({ type: "undo", which }) as const
    const both = states([act("subscribed"), act("unsubscribed"), undo(0), undo(1)]).at(-1)
    assert.strictEqual(both?.contact.email_consent, "unsubscribed")
  })

  it("counts an opt-out that the address had as the consent before the contact that an import made", () => {
    const known = { email: "unsubscribed", email_decision: { at: 5, cause: "erasure" } } as const
    const made = { ...start.contact, email_consent: "subscribed" as const, tags: "[]", custom_fields: "{}" }
    const change = importedChange(undefined, made, known)
    const act = { change, changed_at: 0, lines: 0, undone: false }
    const { contact: undone, removed } = undoOf(
      1_000,
      { ...start, contact: made, yeses: [0] },
      { ...act, changed_at: 1 }
    )
    assert.isFalse(removed)
    assert.deepInclude(undone, { email_consent: "unsubscribed", email_withdrawn_by: "person" })
  })

  it.prop(
    "makes no consent stronger than before the change, nor than the person's last word",
    [Steps],
    ([steps]) => {
      const all = states(steps)
      steps.forEach((step, at) => {
        const [before, then] = [all[at], all[at + 1]]
        if (step.type !== "undo" || before === undefined || then === undefined) return
        const act = before.acts[step.which]
        const changed = act?.change.members.find(({ member }) => member === "email_consent")
        if (!isStricter(effective(before.contact), effective(then.contact))) return
        assert.strictEqual(changed?.member, "email_consent")
        if (changed?.member !== "email_consent") return
        assert.strictEqual(then.contact.email_consent, changed.before.state)
        assert.strictEqual(then.contact.email_withdrawn_by, changed.before.withdrawn_by)
        if (before.word === "no") assert.isFalse(isOptIn(effective(then.contact)))
        for (const { undone, change } of before.acts) {
          const other = change.members.find(({ member }) => member === "email_consent")
          if (undone && other?.member === "email_consent")
            assert.isFalse(isStricter(other.before.state, then.contact.email_consent))
        }
      })
    },
    { arbitrary: { runs: 3_000 } }
  )

  it.prop(
    "gives back what was there before, where nothing happened since",
    [Steps],
    ([steps]) => {
      const state = states(steps).at(-1) ?? start
      const now = (steps.length + 1) * 1_000
      const acted = steps.flatMap((step) => (step.type === "act" ? [step] : []))
      for (const step of acted) {
        const done = after(now, state, step)
        const act = done.acts.at(-1)
        if (act === undefined || done.acts.length === state.acts.length) continue
        const isAlone = done.acts.slice(0, -1).every(({ undone }) => !undone)
        const decision = undoOf(now + 1_000, done, act)
        if (isAlone) {
          assert.deepStrictEqual(valuesOf(decision.contact), valuesOf(state.contact))
          assert.deepStrictEqual(decision.kept, [])
        }
        const [line] = decision.ledger
        if (line !== undefined) {
          assert.deepInclude(line, { from_state: done.contact.email_consent, rule: "change_undone", refused: false })
        }
      }
    },
    { arbitrary: { runs: 2_000 } }
  )

  it.prop(
    "changes nothing when it is repeated",
    [Steps, Place],
    ([steps, which]) => {
      const state = states(steps).at(-1) ?? start
      const now = (steps.length + 1) * 1_000
      const act = state.acts[which]
      if (act === undefined) return
      const first = undoOf(now, state, act)
      const done = { ...state, contact: first.contact, ledger: [...state.ledger, ...first.ledger] }
      const second = undoOf(now + 1_000, done, act)
      assert.isFalse(second.changed)
      assert.deepStrictEqual(second.ledger, [])
    },
    { arbitrary: { runs: 2_000 } }
  )

  it.prop(
    "is the same for the rows of one person in a file as for one row with their values",
    [Steps],
    ([steps]) => {
      const acted = steps.flatMap((step) => (step.type === "act" ? [step] : []))
      const all = states(acted)
      const { acts, contact, ledger } = all.at(-1) ?? start
      const [first, ...others] = acts
      if (first === undefined) return
      const change = others.reduce((joined, act) => joinChanges(joined, act.change), first.change)
      const at = acted.length * 1_000
      const whole = { change, changed_at: at, lines: ledger.length, undone: false }
      const { contact: undone } = undoOf(at + 1_000, { ...start, contact, ledger, acts: [] }, whole)
      assert.deepStrictEqual(valuesOf(undone), valuesOf(start.contact))
    },
    { arbitrary: { runs: 1_000 } }
  )

  it("gives back the word of a person between two rows of one file", () => {
    const row = { ...act("subscribed"), lifts: true }
    const { acts, contact, ledger } = states([row, { type: "no" }, row]).at(-1) ?? start
    const [first, second] = acts.map(({ change }) => change)
    if (first === undefined || second === undefined) return assert.fail("Both rows change the consent")
    assert.strictEqual(contact.email_consent, "subscribed")
    const whole = { change: joinChanges(first, second), changed_at: 3_000, lines: ledger.length, undone: false }
    const { contact: undone } = undoOf(4_000, { ...start, contact, ledger, acts: [] }, whole)
    assert.strictEqual(undone.email_consent, "unsubscribed")
  })

  it.prop(
    "gives back the consent from before the rows of one person, or the last that something else gave between them",
    [Steps],
    ([steps]) => {
      const { acts, contact, ledger, word } =
        states(steps.filter(({ type }) => type !== "undo" && type !== "order")).at(-1) ?? start
      const [first, ...others] = acts
      if (first === undefined) return
      const change = others.reduce((joined, act) => joinChanges(joined, act.change), first.change)
      const at = steps.length * 1_000
      const whole = { change, changed_at: at, lines: ledger.length, undone: false }
      const { contact: undone } = undoOf(at + 1_000, { ...start, contact, ledger, acts: [] }, whole)
      if (word === "no") assert.isFalse(isOptIn(effective(undone)) && !isOptIn(effective(contact)))
      const consents = acts.flatMap((act) => act.change.members.filter(({ member }) => member === "email_consent"))
      const unbroken = consents.findLastIndex(
        ({ before }, place) => place === 0 || !isSame(before, consents[place - 1]?.after ?? null)
      )
      const base = consents[unbroken]?.before ?? emailStateOf(contact)
      assert.deepInclude([emailStateOf(contact), base], emailStateOf(undone))
    },
    { arbitrary: { runs: 2_000 } }
  )
})
