import { Effect, Schema } from "effect"
import { TransportSignal } from "../../domain/messages/TransportState.ts"
import { smtpFailures } from "../../domain/messages/SmtpReply.ts"

/**
 * A provider did not accept a message. `permanent`: a retry would fail too. `reason` holds no credentials and no personal data. `failure` and
 * `code` are of a mail server's answer about the message or its recipient, and `words` is a digest of its words. `isReplyLost`: the server was
 * given the whole mail and did not answer, so it may have taken it. `signal`: the provider's state that the failure tells; null if
 * the provider was not called. `phone`: the SMS provider says that the person stopped texts, or that the phone takes none.
 */
export class SendFailed extends Schema.TaggedError<SendFailed>()("SendFailed", {
  permanent: Schema.Boolean,
  reason: Schema.String,
  failure: Schema.NullOr(Schema.Literals(smtpFailures)).pipe(Schema.withConstructorDefault(Effect.succeed(null))),
  code: Schema.NullOr(Schema.String).pipe(Schema.withConstructorDefault(Effect.succeed(null))),
  words: Schema.NullOr(Schema.String).pipe(Schema.withConstructorDefault(Effect.succeed(null))),
  isReplyLost: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false))),
  signal: Schema.NullOr(TransportSignal).pipe(Schema.withConstructorDefault(Effect.succeed("works" as const))),
  phone: Schema.NullOr(Schema.Literals(["stopped", "unreachable"])).pipe(
    Schema.withConstructorDefault(Effect.succeed(null))
  )
}) {}
