import { Effect } from "effect"
import { stepsOf } from "../../domain/flows/stepsOf.ts"
import type { Definition } from "../../domain/flows/Definition.ts"
import { ValidationFailed, type ValidationIssue } from "../../domain/ValidationIssue.ts"
import type { Topics } from "../../store/topics/Topics.ts"

/** A topic that something names, at its path. */
interface NamedTopic {
  readonly field: string
  readonly topic: string
}

/** The topics that the steps of a flow name. Pure. */
export const topicsOfFlow = (definition: Definition): ReadonlyArray<NamedTopic> =>
  stepsOf(definition).flatMap(({ step, path }) =>
    step.type === "send_email" && step.topic !== undefined
      ? [{ field: `definition.${path}.topic`, topic: step.topic }]
      : []
  )

/** The topic that a campaign names. Pure. */
export const topicsOfCampaign = (topic: string | null | undefined): ReadonlyArray<NamedTopic> =>
  topic == null ? [] : [{ field: "topic", topic }]

/** The issues of topics that the account does not have. Those that it has stay until the open transaction ends. */
export const unknownTopics = Effect.fnUntraced(function* (
  topics: Topics["Service"],
  account_id: string,
  named: ReadonlyArray<NamedTopic>
) {
  const known = yield* topics.hold(account_id, [...new Set(named.map(({ topic }) => topic))])
  return named
    .filter(({ topic }) => !known.has(topic))
    .map(({ field }): ValidationIssue => ({ field, message: "Is no topic of this account" }))
})

/** Fails with the issues of `unknownTopics`. */
export const requireTopics = Effect.fnUntraced(function* (
  topics: Topics["Service"],
  account_id: string,
  named: ReadonlyArray<NamedTopic>
) {
  const issues = yield* unknownTopics(topics, account_id, named)
  if (issues.length > 0) return yield* new ValidationFailed({ issues })
})
