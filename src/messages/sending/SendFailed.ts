import { Effect, Schema } from "effect"

/**
 * A message did not go out. `permanent`: it never will. `isRecipient`: the recipient's address is refused for good. `reason`
 * holds no credentials and nothing personal.
 */
export class SendFailed extends Schema.TaggedError<SendFailed>()("SendFailed", {
  permanent: Schema.Boolean,
  isRecipient: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false))),
  reason: Schema.String
}) {}
