import { Effect, Queue } from "effect"
import { SqlClient } from "effect/sql"
import { emailKey } from "../../domain/contacts/Email.ts"
import { NotFound, type RateLimited, type Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { Member } from "../../domain/accounts/Member.ts"
import { attemptLimits, Forbidden } from "../../domain/accounts/SignIn.ts"
import type { User } from "../../domain/accounts/User.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { resetMail } from "../../outbound/email/resetMail.ts"
import { Members } from "../../store/accounts/Members.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"
import { SetupLinks } from "../../store/accounts/SetupLinks.ts"
import { Sessions } from "../../store/accounts/Sessions.ts"
import { retried, transact, transactOnce } from "../../store/database/Transaction.ts"
import { Users } from "../../store/accounts/Users.ts"

// Requests beyond this are dropped; the user has to request another mail.
const maxQueued = 100

/** Creates links to set a new password: shown to an owner or the operator, or mailed to a user who forgot it. `SetUp` uses them. */
export interface ResetPassword {
  /** Returns a link for 24 hours, this one time. `by` must own every account of the member, since the link gives access to all. */
  readonly createResetLink: (
    account_id: string,
    id: string,
    by: User
  ) => Effect.Effect<Member & { readonly link: string }, NotFound | Forbidden | ValidationFailed | Unavailable>
  /**
   * Mails a link for an hour if a user has this e-mail, at most six in 15 minutes. The mail is sent in the background, so that neither
   * the answer nor its time tells whether there is such a user. Throttled by client address, and by e-mail and client address. False
   * without a mail server.
   */
  readonly mailResetLink: (email: string, address: string) => Effect.Effect<boolean, RateLimited | Unavailable>
}

export const makeResetPassword = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const users = yield* Users
  const members = yield* Members
  const links = yield* SetupLinks
  const sessions = yield* Sessions
  const transport = yield* EmailTransport
  const { href } = yield* publicUrl
  const requests = yield* Queue.dropping<string>(maxQueued)
  const linkOf = (secret: string) => `${href}/dashboard/reset#${secret}`

  const send = Effect.fnUntraced(function* (email: string) {
    const mail = yield* transact(sql)(
      Effect.gen(function* () {
        const user = yield* users.byEmail(email)
        if (user === undefined || !(yield* sessions.countMail(email))) return undefined
        return { to: user.email, secret: yield* links.create(user.id, { lifetime: "1 hour", proves: true }) }
      })
    )
    if (mail === undefined) return
    yield* transport.send(resetMail(yield* makeId("rst"), mail.to, linkOf(mail.secret)))
  })

  yield* Queue.take(requests).pipe(
    Effect.flatMap(send),
    Effect.catch(() => Effect.logWarning("A link to set a new password could not be mailed")),
    Effect.forever,
    Effect.forkScoped
  )

  const part: ResetPassword = {
    createResetLink: Effect.fn("SignIn.createResetLink")(function* (account_id, id, by) {
      const member = yield* members.read(account_id, id)
      if (member.status !== "active") return yield* new NotFound()
      if (id === by.id) return yield* ownPassword
      if (!by.operator && !(yield* members.ownsEveryAccountOf(by.id, id))) return yield* otherAccounts
      const origin = by.operator ? { proves: true } : { proves: false, made_by: by.id }
      const secret = yield* transactOnce(sql)(links.create(id, { lifetime: "24 hours", ...origin }))
      return { ...member, link: linkOf(secret) }
    }),
    mailResetLink: Effect.fn("SignIn.mailResetLink")(function* (email, address) {
      if (!transport.sends) return false
      const key = emailKey(email.trim())
      yield* retried(sessions.countAttempt(`forgotten|${key}`, address, attemptLimits.perForgotten))
      yield* Queue.offer(requests, key)
      return true
    })
  }
  return part
})

const ownPassword = invalid("id", "Change your own password with your current one")
const otherAccounts = new Forbidden({ message: "Only the operator may reset this person's password" })
