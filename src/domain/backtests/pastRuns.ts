import type { Conditions } from "../conditions/Condition.ts"
import { contactZone } from "../contacts/contactZone.ts"
import { decideArrivals } from "../flows/decideArrivals.ts"
import { decideMove, enterStep, isRunnable, type ActionStep, type RunState } from "../flows/Run.ts"
import { stepsOf } from "../flows/stepsOf.ts"
import { causeKey, type FiredTrigger } from "../flows/triggerKinds.ts"
import { awaitedKeyOf } from "../flows/WaitFor.ts"
import { decideSend } from "../messages/decideSend.ts"
import { isCounted } from "../messages/Frequency.ts"
import type { BacktestPlan } from "./BacktestPlan.ts"
import type { PastFacts } from "./pastFacts.ts"
import { remindersOf } from "./pastReminders.ts"
import type { PastMessage } from "./replay.ts"

/** The part of a replay that the runs of its contact call. */
interface RunsContext {
  readonly facts: PastFacts
  /** Calls `run` when the replay comes to a time. */
  readonly at: (time: number, run: () => void) => void
  readonly judge: (conditions: Conditions, now: number, fired?: FiredTrigger) => boolean
  /** Counts conditions and steps, so that a contact that takes too many is given up. */
  readonly spend: (units: number) => void
  /** Whether the contact is held out for comparison. */
  readonly held_out: boolean
}

interface PastRun {
  readonly run_id: string
  readonly fired: FiredTrigger
  state: RunState
}

/** The runs that a flow would have had of one contact, and their messages. */
export interface PastRuns {
  readonly start: (fired: FiredTrigger) => void
  readonly exitOnPurchase: (now: number) => void
  /** Lets runs go on that wait for a trigger; one that it `started` did not wait yet. */
  readonly arrive: (fired: FiredTrigger, started: boolean) => void
  /** Counts a message of another flow for the frequency cap. */
  readonly count: (day: string) => void
  readonly messages: ReadonlyArray<PastMessage>
  readonly underWay: () => number
}

type SendStep = Extract<ActionStep, { readonly type: "send_email" | "send_sms" }>

/** No runs yet. */
export const makePastRuns = (plan: BacktestPlan, { facts, at, judge, spend, held_out }: RunsContext): PastRuns => {
  const { definition, timezone, dayOf, frequency_cap } = plan
  const size = 1 + stepsOf(definition).length
  const open = new Set<PastRun>()
  const sentOn = new Map<string, number>()
  const messages: Array<PastMessage> = []
  let held = 0
  let zone: { readonly contact: string | null } | undefined
  // Reading a phone's country is slow, and most flows need no zone.
  const zones = {
    account: timezone,
    get contact() {
      zone ??= { contact: contactZone(facts.contact()) }
      return zone.contact
    }
  }

  const send = (step: SendStep, now: number, fired: FiredTrigger) => {
    spend(10)
    const message = {
      channel: step.type === "send_sms" ? ("sms" as const) : ("email" as const),
      purpose: "flow" as const,
      class: step.class ?? ("marketing" as const),
      topic: step.type === "send_email" ? (step.topic ?? null) : null,
      held_out,
      ...remindersOf(fired, facts, now)
    }
    const { email, phone, email_consent, sms_consent, left_topics } = facts.contact()
    const own = message.channel === "sms" ? zones.contact : null
    // No record tells when a pause that is over, or that goes on, began.
    const recipient = { email, phone, email_consent, sms_consent, left_topics, paused_until: null, timezone: own }
    const day = frequency_cap === null ? "" : dayOf(now)
    const frequency =
      frequency_cap === null ? undefined : { cap: frequency_cap, sent: sentOn.get(day) ?? 0, sending: 0 }
    const decision = decideSend(now, message, recipient, timezone, frequency)
    if (decision._tag === "hold") {
      held += 1
      const { until } = decision
      return at(until, () => {
        held -= 1
        send(step, until, fired)
      })
    }
    if (decision._tag === "send" && frequency_cap !== null && isCounted(message))
      sentOn.set(day, (sentOn.get(day) ?? 0) + 1)
    messages.push({ at: now, step: step.id, reason: decision._tag === "send" ? null : decision.reason })
  }

  const perform = (step: ActionStep, now: number, fired: FiredTrigger) => {
    const { tags, custom_fields } = facts.contact()
    switch (step.type) {
      case "send_email":
      case "send_sms":
        return send(step, now, fired)
      case "add_tag":
        return facts.change({ tags: [...new Set([...tags, step.tag])] })
      case "remove_tag":
        return facts.change({ tags: tags.filter((tag) => tag !== step.tag) })
      case "set_field": {
        const { [step.field]: _, ...others } = custom_fields
        zone = undefined
        return facts.change({ custom_fields: step.value === null ? others : { ...others, [step.field]: step.value } })
      }
      default:
        return undefined
    }
  }

  const advance = (run: PastRun, now: number) => {
    const flow = { status: "active" as const, definition }
    const contact = { matches: (conditions: Conditions) => judge(conditions, now, run.fired), zones }
    let moves = 0
    for (;;) {
      spend(size)
      const move = decideMove(now, { ...run.state, run_id: run.run_id }, flow, contact)
      if (move === undefined) break
      moves += 1
      run.state = move.after
      if (move.action !== null) perform(move.action, now, run.fired)
    }
    if (!isRunnable(run.state.status)) open.delete(run)
    else if (moves > 0) wait(run)
  }

  const wait = (run: PastRun) => {
    const { due_at } = run.state
    at(due_at, () => {
      if (open.has(run)) advance(run, due_at)
    })
  }

  return {
    start: (fired) => {
      const now = fired.occurred_at
      spend(size)
      const state = enterStep(now, definition, definition.steps[0]?.id ?? null, zones)
      const run: PastRun = { run_id: `${plan.flow_id}/${causeKey(fired)}`, fired, state }
      if (!isRunnable(state.status)) return
      open.add(run)
      wait(run)
    },
    exitOnPurchase: () => {
      if (definition.exit.on_purchase) open.clear()
    },
    arrive: (fired, started) => {
      const awaited = awaitedKeyOf(fired)
      if (awaited === undefined || open.size === 0) return
      const now = fired.occurred_at
      for (const run of open) {
        spend(1)
        const { awaits, arrived, due_at, step } = run.state
        if (awaits !== awaited || arrived) continue
        const waiting = stepsOf(definition).find((placed) => placed.step.id === step)?.step
        if (waiting?.type !== "wait_for") continue
        const own = started && run.fired === fired
        const known = new Map(own ? [[run.run_id, fired]] : [])
        if (
          decideArrivals([{ run_id: run.run_id, step: waiting, due_at, trigger: fired }], [fired], known).length === 0
        )
          continue
        run.state = { ...run.state, arrived: true, due_at: now }
        wait(run)
      }
    },
    count: (day) => {
      sentOn.set(day, (sentOn.get(day) ?? 0) + 1)
    },
    messages,
    underWay: () => open.size + held
  }
}
