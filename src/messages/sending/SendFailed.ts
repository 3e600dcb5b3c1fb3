import { Effect, Schema } from "effect"
import { ProviderSignal } from "../../domain/messages/Provider.ts"

/**
 * A provider did not accept a message. `permanent`: a retry would fail too. `isRecipient`: the recipient's address is rejected
 * for good. `signal`: what the failure tells about the provider. `reason` holds no credentials and no personal data.
 */
export class SendFailed extends Schema.TaggedError<SendFailed>()("SendFailed", {
  permanent: Schema.Boolean,
  isRecipient: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false))),
  signal: ProviderSignal.pipe(Schema.withConstructorDefault(Effect.succeed("works" as const))),
  reason: Schema.String
}) {}
