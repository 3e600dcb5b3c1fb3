import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type Invitation, invitationPrefix, Member, Role } from "../../domain/accounts/Member.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { digestOf } from "../keys/Digest.ts"
import { readPage } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { Secrets } from "../keys/Secrets.ts"
import { retried } from "../database/Transaction.ts"
import { withinQuota } from "../sql/withinQuota.ts"
import { countCredentials } from "./memberCredentials.ts"
import { type MadeCredentials, makeMadeCredentials } from "./MadeCredentials.ts"

const Row = Schema.Struct({ ...Member.fields, created_at: Schema.DateTimeUtcFromDate })
const queryMember = queryOne(Row)
const queryAddresses = query(Schema.Struct({ email: Schema.String }))

const OpenInvitation = Schema.Struct({
  account_id: Schema.String,
  invitation_id: Schema.String,
  email_key: Schema.String,
  role: Role,
  proves: Schema.Boolean
})
type OpenInvitation = typeof OpenInvitation.Type
const queryInvitation = queryOne(OpenInvitation)

const invitationLifetime = 7 * 86_400_000

interface InvitationOrigin {
  /** The owner who invites; null for the operator. */
  readonly made_by: string | null
  /** The use of the link proves the address: the link is mailed there, or the operator hands it out. */
  readonly proves: boolean
}

/** The users who may act for an account, and open invitations. An invitation grants nothing until its link is used. */
export class Members extends Context.Service<
  Members,
  {
    /** Members and open invitations, oldest first. */
    readonly list: (account_id: string, query: PageQuery) => Effect.Effect<Page<Member>, Unavailable>
    readonly read: (account_id: string, id: string) => Effect.Effect<Member, NotFound | Unavailable>
    /** The addresses of owners of the account and of its parent that are proven to be theirs, at most 10. */
    readonly ownerAddresses: (account_id: string) => Effect.Effect<ReadonlyArray<string>, Unavailable>
    /** Whether the user owns every account that the other user may act for. False if the other user is the operator. */
    readonly ownsEveryAccountOf: (user_id: string, other_id: string) => Effect.Effect<boolean, Unavailable>
    /** Whether the user is a member of any account. Joins the open transaction. */
    readonly isMemberAnywhere: (user_id: string) => Effect.Effect<boolean, SqlError.SqlError>
    /**
     * Returns the secret of a link for seven days, this one time; an earlier link for the same e-mail ends. Does the same work whether
     * or not a user has the e-mail. Joins the open transaction.
     */
    readonly invite: (
      account_id: string,
      input: Invitation,
      origin: InvitationOrigin
    ) => Effect.Effect<Member & { readonly secret: string }, NotFound | ValidationFailed | SqlError.SqlError>
    /** Changes the role. An account keeps an owner, also when calls race. Joins the open transaction. */
    readonly change: (
      account_id: string,
      id: string,
      role: Role
    ) => Effect.Effect<Member, NotFound | ValidationFailed | SqlError.SqlError>
    /**
     * Removes a member, or withdraws an invitation, with the links that the member made for others. An account keeps an owner, also when
     * calls race. Joins the open transaction.
     */
    readonly remove: (
      account_id: string,
      id: string
    ) => Effect.Effect<Member, NotFound | ValidationFailed | SqlError.SqlError>
    /** The open invitation of a secret, locked until the open transaction ends, which this joins. */
    readonly lockInvitation: (secret: string) => Effect.Effect<OpenInvitation | undefined, SqlError.SqlError>
    /** Makes the user a member and deletes the invitation, and the links that could set the user's password. Joins the open transaction. */
    readonly accept: (invitation: OpenInvitation, user_id: string) => Effect.Effect<void, SqlError.SqlError>
  } & MadeCredentials
>()("tally/store/accounts/Members") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
      const time = yield* databaseTime(sql)
      const membersAndInvitations = (account_id: string, time: Date) => sql`FROM (
        SELECT user_id AS id, email, role, 'active' AS status, memberships.created_at
          FROM memberships JOIN users USING (user_id) WHERE account_id = ${account_id}
        UNION ALL SELECT invitation_id, email, role, 'invited', created_at
          FROM invitations WHERE account_id = ${account_id} AND expires_at > ${time}) members`
      const columnsOf = Effect.fnUntraced(function* (account_id: string) {
        const credentials = countCredentials(sql, account_id, sql`members.id`, yield* time)
        return sql`id, email, role, status, ${credentials} AS credentials, created_at`
      })
      // A former owner must not return, or take over a member, through a link that was shown to them before.
      const deleteLinksMadeBy = Effect.fnUntraced(function* (account_id: string, id: string) {
        yield* sql`DELETE FROM setup_links WHERE made_by = ${id}`
        yield* sql`DELETE FROM invitations WHERE made_by = ${id} AND account_id IN (
          SELECT account_id FROM accounts WHERE account_id = ${account_id} OR parent_id = ${account_id})`
      })
      // The lock on the account serialises changes of its members, so that the check for the last owner holds.
      const findLocked = Effect.fnUntraced(function* (account_id: string, id: string) {
        yield* sql`SELECT 1 FROM accounts WHERE account_id = ${account_id} FOR NO KEY UPDATE`
        const member = yield* queryMember(
          sql`SELECT ${yield* columnsOf(account_id)} ${membersAndInvitations(account_id, yield* now)} WHERE id = ${id}`
        )
        return member ?? (yield* new NotFound())
      })
      // A subaccount needs no owner of its own: the parent's owners manage it.
      const requireAnotherOwner = Effect.fnUntraced(function* (account_id: string, { id, role, status }: Member) {
        if (role !== "owner" || status !== "active") return
        const others =
          yield* sql`SELECT 1 FROM accounts WHERE account_id = ${account_id} AND (parent_id IS NOT NULL OR EXISTS (
          SELECT 1 FROM memberships WHERE account_id = ${account_id} AND role = 'owner' AND user_id <> ${id}))`
        if (others.length === 0) return yield* lastOwner
      })

      return Members.of({
        list: Effect.fn("Members.list")(function* (account_id, query) {
          const from = membersAndInvitations(account_id, yield* now)
          return yield* readPage(sql, query, {
            select: yield* columnsOf(account_id),
            from,
            order: sql`created_at, id`,
            row: Row
          })
        }, retried),
        read: (account_id, id) => retried(findLocked(account_id, id)),
        ownerAddresses: (account_id) =>
          queryAddresses(sql`SELECT DISTINCT email FROM users JOIN memberships m USING (user_id)
            WHERE m.role = 'owner' AND proven_at IS NOT NULL AND m.account_id IN (
              SELECT unnest(ARRAY[account_id, parent_id]) FROM accounts WHERE account_id = ${account_id})
            ORDER BY email LIMIT 10`).pipe(
            Effect.map((rows) => rows.map(({ email }) => email)),
            retried
          ),
        ownsEveryAccountOf: (user_id, other_id) =>
          retried(sql`SELECT 1 FROM users WHERE user_id = ${other_id} AND NOT operator AND NOT EXISTS (
            SELECT 1 FROM memberships other JOIN accounts a USING (account_id) WHERE other.user_id = ${other_id}
              AND NOT EXISTS (SELECT 1 FROM memberships own WHERE own.account_id IN (a.account_id, a.parent_id)
                AND own.user_id = ${user_id} AND own.role = 'owner'))`).pipe(Effect.map((rows) => rows.length > 0)),
        isMemberAnywhere: (user_id) =>
          Effect.map(sql`SELECT 1 FROM memberships WHERE user_id = ${user_id} LIMIT 1`, (rows) => rows.length > 0),
        invite: Effect.fn("Members.invite")(function* (account_id, { email, role }, { made_by, proves }) {
          const at = yield* now
          const id = yield* makeId("inv")
          const secret = `${invitationPrefix}${yield* secrets.random(32, "base64url")}`
          yield* sql`SELECT 1 FROM accounts WHERE account_id = ${account_id} FOR NO KEY UPDATE`
          yield* sql`DELETE FROM invitations WHERE account_id = ${account_id}
            AND (email_key = ${emailKey(email)} OR expires_at <= ${at})`
          const memberships = yield* sql`SELECT 1 FROM memberships JOIN users USING (user_id)
            WHERE account_id = ${account_id} AND email_key = ${emailKey(email)}`
          if (memberships.length > 0) return yield* alreadyMember
          yield* withinQuota(sql, account_id, quotas.members, membersAndInvitations(account_id, at))
          yield* sql`INSERT INTO invitations
              (account_id, invitation_id, email, email_key, role, digest, expires_at, created_at, made_by, proves)
            VALUES (${account_id}, ${id}, ${email}, ${emailKey(email)}, ${role}, ${digestOf(secret)},
              ${new Date(at.getTime() + invitationLifetime)}, ${at}, ${made_by}, ${proves})`
          return { ...(yield* findLocked(account_id, id)), secret }
        }),
        change: Effect.fn("Members.change")(function* (account_id, id, role) {
          const member = yield* findLocked(account_id, id)
          if (role === "member") {
            yield* requireAnotherOwner(account_id, member)
            yield* deleteLinksMadeBy(account_id, id)
          }
          yield* sql`UPDATE memberships SET role = ${role} WHERE account_id = ${account_id} AND user_id = ${id}`
          yield* sql`UPDATE invitations SET role = ${role} WHERE account_id = ${account_id} AND invitation_id = ${id}`
          return { ...member, role }
        }),
        remove: Effect.fn("Members.remove")(function* (account_id, id) {
          const member = yield* findLocked(account_id, id)
          yield* requireAnotherOwner(account_id, member)
          yield* deleteLinksMadeBy(account_id, id)
          yield* sql`DELETE FROM memberships WHERE account_id = ${account_id} AND user_id = ${id}`
          yield* sql`DELETE FROM invitations WHERE account_id = ${account_id} AND invitation_id = ${id}`
          return member
        }),
        lockInvitation: Effect.fnUntraced(function* (secret) {
          return yield* queryInvitation(sql`SELECT account_id, invitation_id, email_key, role, proves FROM invitations
            WHERE digest = ${digestOf(secret)} AND expires_at > ${yield* now} FOR UPDATE`)
        }),
        accept: Effect.fnUntraced(function* ({ account_id, invitation_id, role }, user_id) {
          yield* sql`INSERT INTO memberships (account_id, user_id, role, created_at)
            VALUES (${account_id}, ${user_id}, ${role}, ${yield* now}) ON CONFLICT DO NOTHING`
          yield* sql`DELETE FROM invitations WHERE account_id = ${account_id} AND invitation_id = ${invitation_id}`
          // The owner who made such a link may have no rights in this account.
          yield* sql`DELETE FROM setup_links WHERE user_id = ${user_id}`
        }),
        ...(yield* makeMadeCredentials)
      })
    })
  )
}

const lastOwner = invalid("id", "The account would be left without an owner")
const alreadyMember = invalid("email", "This person is already a member of the account")
