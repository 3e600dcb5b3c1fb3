import type { Definition } from "./Definition.ts"
import { stepsOf } from "./stepsOf.ts"

/** A sender that something names at its path; null for the sender of the account. */
export interface NamedSender {
  readonly field: string
  readonly sender_id: string | null
}

/** The senders of a flow's e-mail. Pure. */
export const sendersOfFlow = (definition: Pick<Definition, "steps">): ReadonlyArray<NamedSender> =>
  stepsOf(definition).flatMap(({ step, path }) =>
    step.type === "send_email" ? [{ field: `definition.${path}.sender_id`, sender_id: step.sender_id ?? null }] : []
  )

/** The senders of a flow's marketing e-mail, which must be complete (contract §12). Pure. */
export const marketingSenders = (definition: Pick<Definition, "steps">): ReadonlyArray<NamedSender> =>
  stepsOf(definition).flatMap(({ step, path }) =>
    step.type === "send_email" && step.class !== "transactional"
      ? [{ field: `definition.${path}.sender_id`, sender_id: step.sender_id ?? null }]
      : []
  )
