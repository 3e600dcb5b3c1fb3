import { Effect } from "effect"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { ShortLinks } from "../../store/messages/ShortLinks.ts"
import { MessageRenderer } from "../../outbound/templates/MessageRenderer.ts"
import type { Rendered } from "../../outbound/templates/renderMessage.ts"
import type { TemplateFailed } from "../../outbound/templates/Template.ts"

/**
 * Renders a claimed message and keeps the short links of a text, so that they lead somewhere once it is sent. A code that is
 * another link's is made anew: one of ten million texts has one.
 */
export const makeRenderToSend = Effect.gen(function* () {
  const renderer = yield* MessageRenderer
  const shortLinks = yield* ShortLinks
  const render = Effect.fnUntraced(function* (
    message: DueMessage,
    recipient: string
  ): Effect.fn.Return<Rendered, TemplateFailed> {
    for (let salt = 0; ; salt += 1) {
      const rendered = yield* renderer.render(message, recipient, salt)
      if (rendered.channel === "email") return rendered
      // Without the database the outcome could not be recorded either: the message is left to its next try.
      if (yield* Effect.orDie(shortLinks.save(message, rendered.links))) return rendered
    }
  })
  return render
})
