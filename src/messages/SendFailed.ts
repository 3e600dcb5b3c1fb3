import { Schema } from "effect"

/** A message did not go out. `permanent`: it never will. `reason` holds no credentials and nothing personal. */
export class SendFailed extends Schema.TaggedError<SendFailed>()("SendFailed", {
  permanent: Schema.Boolean,
  reason: Schema.String
}) {}
