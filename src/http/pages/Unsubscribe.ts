import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { Links } from "../../messages/templates/Links.ts"
import { ApplyConsentSignals } from "../../programs/contacts/ApplyConsentSignals.ts"
import { type UnsubscribePage, UnsubscribePages } from "../../programs/messages/UnsubscribePages.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { answered, noSuchPage } from "./pages.ts"
import { storePage } from "./storePage.ts"

// The page shows this if the database does not answer, or the account is gone.
const unknown: UnsubscribePage = {
  store: { name: "this sender", logo_url: null, color: null },
  email: null,
  isSubscribed: true,
  canReturn: false
}

/** The address without its domain, since links are forwarded. */
const shortened = (email: string | null): string =>
  email === null ? "" : `${email.slice(0, email.lastIndexOf("@"))}@…`

const question = ({ store, email }: UnsubscribePage, token: string) =>
  storePage(store, {
    title: `Unsubscribe ${shortened(email)} from ${store.name}?`.replace("  ", " "),
    text: "You will get no more marketing e-mail. Messages about your orders still arrive.",
    action: { label: "Unsubscribe", path: token }
  })

const done = ({ store, email, canReturn }: UnsubscribePage, token: string) =>
  storePage(store, {
    title: "You are unsubscribed",
    text: `${email === null ? "You" : shortened(email)} will get no more marketing e-mail from ${store.name}.`,
    ...(canReturn
      ? { action: { question: "Was that a mistake?", label: "Subscribe again", path: `${token}/resubscribe` } }
      : {})
  })

/**
 * `/u/…`: GET shows a form, because mail scanners follow links; POST unsubscribes, also by the one click of RFC 8058. POST to
 * `…/resubscribe` takes that back (contract §4.7).
 */
export const UnsubscribeLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const signals = yield* ApplyConsentSignals
    const pages = yield* UnsubscribePages
    const opened = Effect.map(HttpRouter.params, ({ token = "" }) => {
      const [account_id, message_id] = links.open("unsubscribe", token) ?? []
      return account_id === undefined || message_id === undefined ? undefined : { token, account_id, message_id }
    })
    const read = (message: MessageRef) =>
      pages.read(message).pipe(
        Effect.map((page = unknown) => page),
        Effect.orElseSucceed(() => unknown)
      )

    yield* router.add(
      "GET",
      "/u/:token",
      Effect.gen(function* () {
        const message = yield* opened
        if (message === undefined) return noSuchPage
        const page = yield* takeWorkSlot.pipe(
          Effect.andThen(read(message)),
          Effect.orElseSucceed(() => unknown)
        )
        return page.isSubscribed ? question(page, message.token) : done(page, message.token)
      })
    )
    yield* router.add(
      "POST",
      "/u/:token",
      Effect.gen(function* () {
        const message = yield* opened
        if (message === undefined) return noSuchPage
        yield* takeWorkSlot
        yield* signals.unsubscribe(message)
        return done(yield* read(message), message.token)
      }).pipe(answered)
    )
    yield* router.add(
      "POST",
      "/u/:token/resubscribe",
      Effect.gen(function* () {
        const message = yield* opened
        if (message === undefined) return noSuchPage
        yield* takeWorkSlot
        const isSubscribed = yield* signals.resubscribe(message)
        const { store } = yield* read(message)
        return storePage(
          store,
          isSubscribed
            ? { title: "You are subscribed again", text: `You will get e-mail from ${store.name} as before.` }
            : {
                title: "You stay unsubscribed",
                text: `This link no longer subscribes. Sign up with ${store.name} to get its e-mail again.`
              }
        )
      }).pipe(answered)
    )
  })
)
