import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { ManagedAccount, type AccountChange } from "../../domain/accounts/ManagedAccount.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import type { User } from "../../domain/accounts/User.ts"
import { readPage } from "../database/paging.ts"
import { retried, transactOnce } from "../database/Transaction.ts"
import { withinQuota } from "../database/withinQuota.ts"

const Row = Schema.Struct({
  ...ManagedAccount.fields,
  limits: Schema.fromJsonString(ManagedAccount.fields.limits),
  created_at: Schema.DateTimeUtcFromDate
})

const decode = Schema.decodeUnknownEffect(Schema.Array(Row))

/** Businesses and their parts, and who may act for them. */
export class ManagedAccounts extends Context.Service<
  ManagedAccounts,
  {
    /** The accounts a user may act for: their own, direct subaccounts of these, and for the operator all. */
    readonly list: (user: User, query: PageQuery) => Effect.Effect<Page<ManagedAccount>, Unavailable>
    /** The account, if the user may act for it. */
    readonly find: (user: User, account_id: string) => Effect.Effect<ManagedAccount | undefined, Unavailable>
    readonly change: (
      account_id: string,
      change: AccountChange
    ) => Effect.Effect<ManagedAccount | undefined, Unavailable>
    readonly subaccounts: (parent_id: string, query: PageQuery) => Effect.Effect<Page<ManagedAccount>, Unavailable>
    /** A new account. Joins the open transaction. */
    readonly create: (account: { readonly name: string }) => Effect.Effect<ManagedAccount, SqlError.SqlError>
    /** A new account under a parent: it takes over country and time zone. At most as many as the parent's limit, also when calls race. */
    readonly createUnder: (
      parent: ManagedAccount,
      name: string
    ) => Effect.Effect<ManagedAccount, ValidationFailed | Unavailable>
    /** Makes the user an owner of the account; links to set their password end. Joins the open transaction. */
    readonly own: (account_id: string, user_id: string) => Effect.Effect<void, SqlError.SqlError>
    /** The oldest account that is nobody's part: the one of the first owner. Joins the open transaction. */
    readonly first: Effect.Effect<ManagedAccount | undefined, SqlError.SqlError>
    /** `change` that joins the open transaction. */
    readonly rename: (account_id: string, name: string) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/accounts/ManagedAccounts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`account_id AS id, name, parent_id, default_country, timezone, created_at,
        json_build_object('per_minute', limit_per_minute, 'per_day', limit_per_day,
          'subaccounts', limit_subaccounts)::text AS limits`
      const one = (rows: unknown) => Effect.map(Effect.orDie(decode(rows)), ([account]) => account)
      const reachable = (user: User) => {
        const own = sql`SELECT account_id FROM memberships WHERE user_id = ${user.id}`
        return user.operator ? sql`true` : sql`(account_id IN (${own}) OR parent_id IN (${own}))`
      }
      const newestFirst = sql`created_at DESC, account_id DESC`
      const create = Effect.fnUntraced(function* (name: string, parent?: ManagedAccount) {
        const rows = yield* sql`
          INSERT INTO accounts (account_id, parent_id, name, default_country, timezone, created_at)
          VALUES (${yield* makeId("acc")}, ${parent?.id ?? null}, ${name}, ${parent?.default_country ?? "US"},
            ${parent?.timezone ?? "UTC"}, ${new Date(yield* Clock.currentTimeMillis)})
          RETURNING ${columns}`
        return (yield* one(rows)) ?? (yield* Effect.die(new Error("The account was not made")))
      })
      return ManagedAccounts.of({
        list: (user, query) =>
          readPage(sql, query, {
            select: columns,
            from: sql`FROM accounts WHERE ${reachable(user)}`,
            order: sql`parent_id IS NOT NULL, ${newestFirst}`,
            decode
          }).pipe(retried),
        find: (user, account_id) =>
          sql`SELECT ${columns} FROM accounts WHERE account_id = ${account_id} AND ${reachable(user)}`.pipe(
            Effect.flatMap(one),
            retried
          ),
        change: (account_id, { name, default_country, timezone, limits }) =>
          sql`UPDATE accounts SET name = coalesce(${name ?? null}, name),
              default_country = coalesce(${default_country ?? null}, default_country),
              timezone = coalesce(${timezone ?? null}, timezone),
              limit_per_minute = coalesce(${limits?.per_minute ?? null}::int, limit_per_minute),
              limit_per_day = coalesce(${limits?.per_day ?? null}::int, limit_per_day),
              limit_subaccounts = coalesce(${limits?.subaccounts ?? null}::int, limit_subaccounts)
            WHERE account_id = ${account_id} RETURNING ${columns}`.pipe(Effect.flatMap(one), retried),
        subaccounts: (parent_id, query) =>
          readPage(sql, query, {
            select: columns,
            from: sql`FROM accounts WHERE parent_id = ${parent_id}`,
            order: newestFirst,
            decode
          }).pipe(retried),
        create: ({ name }) => create(name),
        createUnder: (parent, name) =>
          withinQuota(
            sql,
            parent.id,
            quotas.subaccounts(parent.limits.subaccounts),
            sql`FROM accounts WHERE parent_id = ${parent.id}`
          ).pipe(Effect.andThen(create(name, parent)), transactOnce(sql)),
        own: Effect.fnUntraced(function* (account_id, user_id) {
          yield* sql`INSERT INTO memberships (account_id, user_id, role, created_at)
            VALUES (${account_id}, ${user_id}, 'owner', ${new Date(yield* Clock.currentTimeMillis)}) ON CONFLICT DO NOTHING`
          yield* sql`DELETE FROM setup_links WHERE user_id = ${user_id}`
        }),
        first:
          sql`SELECT ${columns} FROM accounts WHERE parent_id IS NULL ORDER BY created_at, account_id LIMIT 1`.pipe(
            Effect.flatMap(one)
          ),
        rename: (account_id, name) => sql`UPDATE accounts SET name = ${name} WHERE account_id = ${account_id}`
      })
    })
  )
}
