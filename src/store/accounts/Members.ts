import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { emailKey } from "../../domain/contacts/Email.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { type Invitation, invitationMark, Member, Role } from "../../domain/accounts/Member.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { databaseTime } from "../database/databaseTime.ts"
import { digestOf } from "../database/Digest.ts"
import { countCredentials, revokeCredentials } from "./memberCredentials.ts"
import { readPage } from "../database/paging.ts"
import { Secrets } from "../database/Secrets.ts"
import { retried, transact } from "../database/Transaction.ts"
import { withinQuota } from "../database/withinQuota.ts"

const decode = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ ...Member.fields, created_at: Schema.DateTimeUtcFromDate }))
)
const Open = Schema.Struct({
  account_id: Schema.String,
  invitation_id: Schema.String,
  email_key: Schema.String,
  role: Role,
  proves: Schema.Boolean
})
const decodeOpen = Schema.decodeUnknownEffect(Schema.Array(Open))

const lifetime = 7 * 86_400_000

type Refused = NotFound | ValidationFailed | Unavailable

/** By whom an invitation is made, null for the operator, and whether use of its link proves the address. */
interface Grant {
  readonly made_by: string | null
  readonly proves: boolean
}

/** Who may act for an account. An invitation grants nothing until its link is used, so that only whoever uses it gains by it. */
export class Members extends Context.Service<
  Members,
  {
    readonly list: (account_id: string, query: PageQuery) => Effect.Effect<Page<Member>, Unavailable>
    /** Whether the user is an owner of the account, or of the account it is part of. */
    readonly owns: (account_id: string, user_id: string) => Effect.Effect<boolean, Unavailable>
    readonly read: (account_id: string, id: string) => Effect.Effect<Member, NotFound | Unavailable>
    /** Whether a user owns every account that another, who is not the operator, may act for. */
    readonly rules: (user_id: string, other_id: string) => Effect.Effect<boolean, Unavailable>
    /** Whether the user acts for any account. Joins the open transaction. */
    readonly actsForAny: (user_id: string) => Effect.Effect<boolean, SqlError.SqlError>
    /**
     * Gives the secret of a link for seven days, this one time; an earlier link for the same e-mail ends. Does the same whether anybody
     * signs in with the e-mail or not. Joins the open transaction.
     */
    readonly invite: (
      account_id: string,
      input: Invitation,
      grant: Grant
    ) => Effect.Effect<Member & { readonly secret: string }, NotFound | ValidationFailed | SqlError.SqlError>
    readonly change: (account_id: string, id: string, role: Role) => Effect.Effect<Member, Refused>
    /**
     * Holds from its answer on, for every session of the user. The last owner stays, also when calls race. Links that they made for
     * others end; with `revoke`, so do the credentials that were shown to them, whose number is given.
     */
    readonly remove: (
      account_id: string,
      id: string,
      revoke: boolean
    ) => Effect.Effect<Member & { readonly revoked: number }, Refused>
    /** The open invitation of a secret; held until the transaction ends, which it joins. */
    readonly open: (secret: string) => Effect.Effect<typeof Open.Type | undefined, SqlError.SqlError>
    /** Uses an invitation up for the user; links to set their password end. Joins the open transaction. */
    readonly accept: (invitation: typeof Open.Type, user_id: string) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/accounts/Members") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
      const time = yield* databaseTime(sql)
      const all = (account_id: string, time: Date) => sql`FROM (
        SELECT user_id AS id, email, role, 'active' AS status, memberships.created_at
          FROM memberships JOIN users USING (user_id) WHERE account_id = ${account_id}
        UNION ALL SELECT invitation_id, email, role, 'invited', created_at
          FROM invitations WHERE account_id = ${account_id} AND expires_at > ${time}) people`
      const columnsOf = Effect.fnUntraced(function* (account_id: string) {
        const credentials = countCredentials(sql, account_id, sql`people.id`, yield* time)
        return sql`id, email, role, status, ${credentials} AS credentials, created_at`
      })
      // Somebody who is an owner no more must not come back, or take over a member, by a link that was shown to them before.
      const endLinksMadeBy = Effect.fnUntraced(function* (account_id: string, id: string) {
        yield* sql`DELETE FROM setup_links WHERE made_by = ${id}`
        yield* sql`DELETE FROM invitations WHERE made_by = ${id} AND account_id IN (
          SELECT account_id FROM accounts WHERE account_id = ${account_id} OR parent_id = ${account_id})`
      })
      // Changes of one account wait for each other, so that the last owner is known to be the last.
      const find = Effect.fnUntraced(function* (account_id: string, id: string) {
        yield* sql`SELECT 1 FROM accounts WHERE account_id = ${account_id} FOR NO KEY UPDATE`
        const rows = yield* sql`SELECT ${yield* columnsOf(account_id)} ${all(account_id, yield* now)} WHERE id = ${id}`
        const [member] = yield* Effect.orDie(decode(rows))
        return member ?? (yield* new NotFound())
      })
      // Owners of the account above rule a part without owners of its own.
      const spare = Effect.fnUntraced(function* (account_id: string, { id, role, status }: Member) {
        if (role !== "owner" || status !== "active") return
        const others =
          yield* sql`SELECT 1 FROM accounts WHERE account_id = ${account_id} AND (parent_id IS NOT NULL OR EXISTS (
          SELECT 1 FROM memberships WHERE account_id = ${account_id} AND role = 'owner' AND user_id <> ${id}))`
        if (others.length === 0) return yield* lastOwner
      })

      return Members.of({
        list: Effect.fn("Members.list")(function* (account_id, query) {
          const from = all(account_id, yield* now)
          return yield* readPage(sql, query, {
            select: yield* columnsOf(account_id),
            from,
            order: sql`created_at, id`,
            decode
          })
        }, retried),
        owns: (account_id, user_id) =>
          retried(sql`SELECT 1 FROM accounts a JOIN memberships m ON m.account_id IN (a.account_id, a.parent_id)
            WHERE a.account_id = ${account_id} AND m.user_id = ${user_id} AND m.role = 'owner' LIMIT 1`).pipe(
            Effect.map((rows) => rows.length > 0)
          ),
        read: (account_id, id) => retried(find(account_id, id)),
        rules: (user_id, other_id) =>
          retried(sql`SELECT 1 FROM users WHERE user_id = ${other_id} AND NOT operator AND NOT EXISTS (
            SELECT 1 FROM memberships other JOIN accounts a USING (account_id) WHERE other.user_id = ${other_id}
              AND NOT EXISTS (SELECT 1 FROM memberships own WHERE own.account_id IN (a.account_id, a.parent_id)
                AND own.user_id = ${user_id} AND own.role = 'owner'))`).pipe(Effect.map((rows) => rows.length > 0)),
        actsForAny: (user_id) =>
          Effect.map(sql`SELECT 1 FROM memberships WHERE user_id = ${user_id} LIMIT 1`, (rows) => rows.length > 0),
        invite: Effect.fn("Members.invite")(function* (account_id, { email, role }, { made_by, proves }) {
          const at = yield* now
          const id = yield* makeId("inv")
          const secret = `${invitationMark}${yield* secrets.random(32, "base64url")}`
          yield* sql`SELECT 1 FROM accounts WHERE account_id = ${account_id} FOR NO KEY UPDATE`
          yield* sql`DELETE FROM invitations WHERE account_id = ${account_id}
            AND (email_key = ${emailKey(email)} OR expires_at <= ${at})`
          const known = yield* sql`SELECT 1 FROM memberships JOIN users USING (user_id)
            WHERE account_id = ${account_id} AND email_key = ${emailKey(email)}`
          if (known.length > 0) return yield* alreadyMember
          yield* withinQuota(sql, account_id, quotas.members, all(account_id, at))
          yield* sql`INSERT INTO invitations
              (account_id, invitation_id, email, email_key, role, digest, expires_at, created_at, made_by, proves)
            VALUES (${account_id}, ${id}, ${email}, ${emailKey(email)}, ${role}, ${digestOf(secret)},
              ${new Date(at.getTime() + lifetime)}, ${at}, ${made_by}, ${proves})`
          return { ...(yield* find(account_id, id)), secret }
        }),
        change: Effect.fn("Members.change")(function* (account_id, id, role) {
          const member = yield* find(account_id, id)
          if (role === "member") {
            yield* spare(account_id, member)
            yield* endLinksMadeBy(account_id, id)
          }
          yield* sql`UPDATE memberships SET role = ${role} WHERE account_id = ${account_id} AND user_id = ${id}`
          yield* sql`UPDATE invitations SET role = ${role} WHERE account_id = ${account_id} AND invitation_id = ${id}`
          return { ...member, role }
        }, transact(sql)),
        remove: Effect.fn("Members.remove")(function* (account_id, id, revoke) {
          const member = yield* find(account_id, id)
          yield* spare(account_id, member)
          yield* endLinksMadeBy(account_id, id)
          const revoked = revoke ? yield* revokeCredentials(sql, account_id, id, yield* time) : 0
          yield* sql`DELETE FROM memberships WHERE account_id = ${account_id} AND user_id = ${id}`
          yield* sql`DELETE FROM invitations WHERE account_id = ${account_id} AND invitation_id = ${id}`
          return { ...member, revoked }
        }, transact(sql)),
        open: Effect.fnUntraced(function* (secret) {
          const rows = yield* sql`SELECT account_id, invitation_id, email_key, role, proves FROM invitations
            WHERE digest = ${digestOf(secret)} AND expires_at > ${yield* now} FOR UPDATE`
          return (yield* Effect.orDie(decodeOpen(rows)))[0]
        }),
        accept: Effect.fnUntraced(function* ({ account_id, invitation_id, role }, user_id) {
          yield* sql`INSERT INTO memberships (account_id, user_id, role, created_at)
            VALUES (${account_id}, ${user_id}, ${role}, ${yield* now}) ON CONFLICT DO NOTHING`
          yield* sql`DELETE FROM invitations WHERE account_id = ${account_id} AND invitation_id = ${invitation_id}`
          // Who could make a link to set their password may not act for this account.
          yield* sql`DELETE FROM setup_links WHERE user_id = ${user_id}`
        })
      })
    })
  )
}

const lastOwner = invalid("id", "The account would be left without an owner")
const alreadyMember = invalid("email", "This person is in the account already")
