import { Effect, Schema } from "effect"
import { ProviderSignal } from "../../domain/messages/Provider.ts"
import { smtpFailures } from "../../domain/messages/SmtpReply.ts"

/**
 * A provider did not accept a message. `permanent`: a retry would fail too. `reason` holds no credentials and no personal data. `failure` and
 * `code` are of a mail server's answer about the message or its recipient. `signal`: the provider's state that the failure tells; null if
 * the provider was not called. `isOptOut`: the person stopped texts at the SMS provider.
 */
export class SendFailed extends Schema.TaggedError<SendFailed>()("SendFailed", {
  permanent: Schema.Boolean,
  reason: Schema.String,
  failure: Schema.NullOr(Schema.Literals(smtpFailures)).pipe(Schema.withConstructorDefault(Effect.succeed(null))),
  code: Schema.NullOr(Schema.String).pipe(Schema.withConstructorDefault(Effect.succeed(null))),
  signal: Schema.NullOr(ProviderSignal).pipe(Schema.withConstructorDefault(Effect.succeed("works" as const))),
  isOptOut: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false)))
}) {}
