import { Schema } from "effect"

/** A webhook delivery as the dashboard lists it, with its last ten attempts (`tries`), newest first. */
export const listedDelivery = <S extends Schema.Top, T extends Schema.Top>(time: S, tries: T) =>
  Schema.Struct({
    id: Schema.String,
    contact_id: Schema.String,
    flow_id: Schema.String,
    run_id: Schema.String,
    step_id: Schema.String,
    url: Schema.String,
    status: Schema.Literals(["queued", "delivered", "failed"]),
    attempts: Schema.Int,
    due_at: time,
    created_at: time,
    tries
  })

/** One attempt: the HTTP status of the response, or why there was none. */
export const DeliveryAttempt = Schema.Struct({
  status: Schema.NullOr(Schema.Int),
  reason: Schema.NullOr(Schema.String),
  attempted_at: Schema.String
}).annotate({ identifier: "DeliveryAttempt" })
