import { Result, Schema } from "effect"
import type { ContactChange } from "../../../src/domain/changes/ContactChange.ts"
import { importedChange } from "../../../src/domain/changes/importedChange.ts"
import { type ContactSince, undoChange } from "../../../src/domain/changes/undoChange.ts"
import type { LedgerEntry } from "../../../src/domain/contacts/Consent.ts"
import { emailOnUnsubscribe, applyConsentSignal } from "../../../src/domain/contacts/consentOnSignal.ts"
import type { FullContact } from "../../../src/domain/contacts/Contact.ts"
import { decideContact } from "../../../src/domain/contacts/decideContact.ts"
import { decideOrders } from "../../../src/domain/orders/decideOrders.ts"
import { account_id, call, contact as sampleContact } from "./orders.ts"

const Consent = Schema.Literals(["subscribed", "unsubscribed", "never_subscribed"])
const Name = Schema.Literals(["a", "b", "c"])
/** The number of an act. */
export const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 }))

/** A history of one contact: acts are imports, whose undo may follow at any time. */
export const Steps = Schema.Array(
  Schema.Union([
    Schema.Struct({
      type: Schema.Literal("act"),
      lifts: Schema.Boolean,
      replaces: Schema.Boolean,
      email_consent: Schema.NullOr(Consent),
      tag: Schema.NullOr(Name),
      field: Schema.NullOr(Name),
      value: Schema.Literals(["1", "1.50", '"x"'])
    }),
    Schema.Struct({ type: Schema.Literal("write"), email_consent: Consent, tag: Schema.NullOr(Name) }),
    Schema.Struct({ type: Schema.Literal("order"), yes: Schema.Boolean }),
    Schema.Struct({ type: Schema.Literal("no") }),
    Schema.Struct({ type: Schema.Literal("undo"), which: Place })
  ])
).check(Schema.isMinLength(2), Schema.isMaxLength(14))
export type Step = (typeof Steps.Type)[number]

interface Act {
  readonly change: ContactChange
  readonly changed_at: number
  readonly lines: number
  readonly undone: boolean
}

/** A contact with its ledger, its acts, and when it said yes in orders; `word`: what the person said last. */
interface State {
  readonly contact: FullContact
  readonly ledger: ReadonlyArray<LedgerEntry>
  readonly acts: ReadonlyArray<Act>
  readonly yeses: ReadonlyArray<number>
  readonly word: "yes" | "no" | undefined
}

const ids = { account_id, contact_id: sampleContact().contact_id }
const noOwners = { byEmail: undefined, byPhone: undefined, suppressions: {} }
/** The contact before any step. */
export const start: State = {
  contact: {
    ...sampleContact(),
    ...ids,
    email: "ada@example.com",
    updated_at: 0,
    tags: '["a"]',
    custom_fields: '{"a":1.50}'
  },
  ledger: [],
  acts: [],
  yeses: [],
  word: undefined
}

const sinceOf = (state: State, { lines, changed_at }: Act): ContactSince => {
  const causes = state.ledger.slice(lines).flatMap(({ refused, cause }) => (refused ? [] : [cause]))
  return {
    changed_at,
    email: { causes, hasOrderYes: state.yeses.some((at) => at >= changed_at) },
    sms: { causes: [], hasOrderYes: false },
    topics: { left: [], decided: new Set() },
    isUsed: state.yeses.length > 0,
    undone: state.acts.flatMap((act) => (act.undone ? [act.change] : []))
  }
}

const author = { cause: "dashboard", actor: "usr_1", source_id: "imp_1" } as const

/** The undo of an act at a time, in milliseconds. */
export const undoOf = (now: number, state: State, act: Act) =>
  undoChange(now, author, act.change, state.contact, sinceOf(state, act))

const write = (now: number, state: State, step: Extract<Step, { type: "act" | "write" }>): State => {
  const isAct = step.type === "act"
  const fields = {
    ...(step.email_consent === null ? {} : { email_consent: step.email_consent }),
    ...(step.tag === null ? {} : { tags: JSON.stringify([step.tag]) }),
    ...(isAct && step.field !== null ? { custom_fields: `{"${step.field}":${step.value}}` } : {})
  }
  const decision = Result.getOrThrow(
    decideContact(
      now,
      {
        ...ids,
        fields,
        send_welcome_sms: false,
        cause: isAct ? "import" : "api",
        actor: "t",
        ...(isAct && step.lifts ? { lifts: true as const } : {}),
        ...(isAct && step.replaces ? { replaces: true as const } : {})
      },
      state.contact,
      noOwners
    )
  )
  const ledger = [...state.ledger, ...decision.ledger]
  const change = importedChange(state.contact, decision.contact, {})
  const act = { change, changed_at: now, lines: ledger.length, undone: false }
  const lifts = !isAct || step.lifts
  const lifted = lifts && step.email_consent === "subscribed" ? { word: undefined } : {}
  return {
    ...state,
    contact: decision.contact,
    ledger,
    acts: isAct && decision.changed ? [...state.acts, act] : state.acts,
    ...lifted
  }
}

/** The state after a step. */
export const after = (now: number, state: State, step: Step): State => {
  if (step.type === "act" || step.type === "write") return write(now, state, step)
  if (step.type === "no") {
    const applied = applyConsentSignal(now, state.contact, {
      channel: "email",
      decision: emailOnUnsubscribe(state.contact.email_consent),
      requested: "unsubscribed",
      cause: "unsubscribe_link",
      source_id: "m",
      actor: "contact"
    })
    if (applied === undefined) return { ...state, word: "no" }
    const contact = { ...state.contact, ...applied.contact }
    const ledger = applied.entry === undefined ? state.ledger : [...state.ledger, applied.entry]
    return { ...state, contact, ledger, word: "no" }
  }
  if (step.type === "order") {
    const order = call({ order_id: BigInt(now), fields: { placed_at: now, accepts_email_marketing: step.yes } })
    const known = { orders: [], contacts: [state.contact], integrations: [], suppressions: [] }
    const { contacts, ledger } = decideOrders(now, [order], known)
    return {
      ...state,
      contact: { ...state.contact, ...contacts[0] },
      ledger: [...state.ledger, ...ledger],
      yeses: step.yes ? [...state.yeses, now] : state.yeses,
      ...(step.yes ? { word: "yes" as const } : {})
    }
  }
  const act = state.acts[step.which]
  if (act === undefined || act.undone) return state
  const decision = undoOf(now, state, act)
  return {
    ...state,
    contact: decision.contact,
    ledger: [...state.ledger, ...decision.ledger],
    acts: state.acts.map((each) => (each === act ? { ...each, undone: true } : each))
  }
}

/** The states from the start on, one more than steps; a step takes a second. */
export const states = (steps: ReadonlyArray<Step>) =>
  steps.reduce<ReadonlyArray<State>>(
    (all, step, at) => [...all, after((at + 1) * 1_000, all.at(-1) ?? start, step)],
    [start]
  )
