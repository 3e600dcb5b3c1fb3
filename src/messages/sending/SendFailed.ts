import { Effect, Schema } from "effect"

/**
 * A provider did not accept a message. `permanent`: a retry would fail too. `isRecipient`: the recipient's address is rejected
 * for good. `reason` holds no credentials and no personal data.
 */
export class SendFailed extends Schema.TaggedError<SendFailed>()("SendFailed", {
  permanent: Schema.Boolean,
  isRecipient: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false))),
  reason: Schema.String
}) {}
