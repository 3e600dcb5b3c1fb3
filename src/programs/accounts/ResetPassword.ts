import { Context, Effect, Layer, Queue } from "effect"
import { SqlClient } from "effect/sql"
import { emailKey } from "../../domain/contacts/Email.ts"
import { NotFound, type RateLimited, type Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { Member } from "../../domain/accounts/Member.ts"
import { attemptLimits, Forbidden } from "../../domain/accounts/SignIn.ts"
import type { User } from "../../domain/accounts/User.ts"
import { EmailTransport } from "../../messages/email/EmailTransport.ts"
import { resetMail } from "../../messages/email/resetMail.ts"
import { Members } from "../../store/accounts/Members.ts"
import { publicUrl } from "../../store/database/PublicUrl.ts"
import { SetupLinks } from "../../store/accounts/SetupLinks.ts"
import { SignInAttempts } from "../../store/accounts/SignInAttempts.ts"
import { retried, transact, transactOnce } from "../../store/database/Transaction.ts"
import { Users } from "../../store/accounts/Users.ts"

// Of more people at once, the last have to ask again.
const maxWaiting = 100

/** A link by which somebody sets a new password: given by who may, or mailed to who forgot theirs. `SetUp` uses it. */
export class ResetPassword extends Context.Service<
  ResetPassword,
  {
    /** The link, this one time, for 24 hours. Only for a member whose every account `by` owns: others would be taken over too. */
    readonly give: (
      account_id: string,
      id: string,
      by: User
    ) => Effect.Effect<Member & { readonly link: string }, NotFound | Forbidden | ValidationFailed | Unavailable>
    /**
     * Mails a link for an hour, if somebody has this address, at most six to one address within 15 minutes. Nothing of it shows: the mail
     * goes out after the answer. Throttled by client address, and by e-mail and address. False when this service sends no mail.
     */
    readonly mail: (email: string, address: string) => Effect.Effect<boolean, RateLimited | Unavailable>
  }
>()("tally/programs/accounts/ResetPassword") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const users = yield* Users
      const members = yield* Members
      const links = yield* SetupLinks
      const attempts = yield* SignInAttempts
      const transport = yield* EmailTransport
      const { href } = yield* publicUrl
      const asked = yield* Queue.dropping<string>(maxWaiting)
      const linkOf = (secret: string) => `${href}/dashboard/reset#${secret}`

      const send = Effect.fnUntraced(function* (email: string) {
        const found = yield* transact(sql)(
          Effect.gen(function* () {
            const user = yield* users.byEmail(email)
            if (user === undefined || !(yield* attempts.countMail(email))) return undefined
            return { to: user.email, secret: yield* links.create(user.id, { lifetime: "1 hour", proves: true }) }
          })
        )
        if (found === undefined) return
        yield* transport.send(resetMail(yield* makeId("rst"), found.to, linkOf(found.secret)))
      })

      yield* Queue.take(asked).pipe(
        Effect.flatMap(send),
        Effect.catch(() => Effect.logWarning("A link to set a new password could not be mailed")),
        Effect.forever,
        Effect.forkScoped
      )

      return ResetPassword.of({
        give: Effect.fn("ResetPassword.give")(function* (account_id, id, by) {
          const member = yield* members.read(account_id, id)
          if (member.status !== "active") return yield* new NotFound()
          if (id === by.id) return yield* ownPassword
          if (!by.operator && !(yield* members.rules(by.id, id))) return yield* otherAccounts
          const shown = by.operator ? { proves: true } : { proves: false, made_by: by.id }
          const secret = yield* transactOnce(sql)(links.create(id, { lifetime: "24 hours", ...shown }))
          return { ...member, link: linkOf(secret) }
        }),
        mail: Effect.fn("ResetPassword.mail")(function* (email, address) {
          if (!transport.sends) return false
          const key = emailKey(email.trim())
          yield* retried(attempts.count(`forgotten|${key}`, address, attemptLimits.perForgotten))
          yield* Queue.offer(asked, key)
          return true
        })
      })
    })
  )
}

const ownPassword = invalid("id", "Change your own password with the one you have")
const otherAccounts = new Forbidden({ message: "Only the operator may do this for this person" })
