import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import {
  AccessibleAccount,
  type Account,
  type AccountChange,
  ManagedAccount,
  Subaccount
} from "../../domain/accounts/Account.ts"
import type { User } from "../../domain/accounts/User.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { readPage } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { withinQuota } from "../sql/withinQuota.ts"

const Row = Schema.Struct({
  ...ManagedAccount.fields,
  limits: Schema.fromJsonString(ManagedAccount.fields.limits),
  created_at: Schema.DateTimeUtcFromDate
})

const queryAccount = queryOne(Row)
const AccessibleRow = Schema.Struct({ ...Row.fields, role: AccessibleAccount.fields.role })
const queryAccessible = queryOne(Schema.Struct({ ...AccessibleRow.fields, clock_offset: Schema.Number }))
const queryFamily = query(
  Schema.Struct({
    ...Subaccount.fields,
    created_at: Schema.DateTimeUtcFromDate,
    default_country: Schema.String,
    timezone: Schema.String
  })
)

/** Businesses and their subaccounts, and the accounts that a user may act for. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** The account with its subaccounts, oldest first, at most 1,000. */
    readonly read: (account_id: string) => Effect.Effect<Account, NotFound | Unavailable>
    /** The account with its settings. */
    readonly find: (account_id: string) => Effect.Effect<ManagedAccount, NotFound | Unavailable>
    /** The accounts that the user may act for: the user's own, their direct subaccounts, and for the operator all. */
    readonly list: (user: User, query: PageQuery) => Effect.Effect<Page<AccessibleAccount>, Unavailable>
    /** The account, if the user may act for it, and how far its clock is ahead in milliseconds. */
    readonly findFor: (
      user: User,
      account_id: string
    ) => Effect.Effect<(AccessibleAccount & { readonly clock_offset: number }) | undefined, Unavailable>
    readonly listSubaccounts: (parent_id: string, query: PageQuery) => Effect.Effect<Page<ManagedAccount>, Unavailable>
    readonly change: (
      account_id: string,
      change: AccountChange
    ) => Effect.Effect<ManagedAccount | undefined, Unavailable>
    /** Changes the name. Joins the open transaction. */
    readonly rename: (account_id: string, name: string) => Effect.Effect<void, SqlError.SqlError>
    /** Creates a business. Joins the open transaction. */
    readonly create: (account: { readonly name: string }) => Effect.Effect<ManagedAccount, SqlError.SqlError>
    /**
     * Creates a subaccount with the parent's country and time zone. Never exceeds the parent's limit, also when calls race. Joins the
     * open transaction.
     */
    readonly createSubaccount: (
      parent: ManagedAccount,
      name: string
    ) => Effect.Effect<ManagedAccount, ValidationFailed | SqlError.SqlError>
    /** Makes the user an owner of the account and deletes the links that could set the user's password. Joins the open transaction. */
    readonly addOwner: (account_id: string, user_id: string) => Effect.Effect<void, SqlError.SqlError>
    /** The oldest business, which belongs to the first owner. Joins the open transaction. */
    readonly oldestBusiness: Effect.Effect<ManagedAccount | undefined, SqlError.SqlError>
  }
>()("tally/store/accounts/Accounts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`account_id AS id, name, parent_id, default_country, timezone, language, created_at,
        json_build_object('per_minute', limit_per_minute, 'per_day', limit_per_day,
          'subaccounts', limit_subaccounts)::text AS limits`
      const reachable = (user: User) => {
        const own = sql`SELECT account_id FROM memberships WHERE user_id = ${user.id}`
        return user.operator ? sql`true` : sql`(account_id IN (${own}) OR parent_id IN (${own}))`
      }
      // Owners of an account own its subaccounts.
      const roleOf = (user: User) =>
        user.operator
          ? sql`'operator' AS role`
          : sql`(SELECT CASE WHEN bool_or(m.role = 'owner') THEN 'owner' ELSE 'member' END FROM memberships m
              WHERE m.user_id = ${user.id} AND m.account_id IN (accounts.account_id, accounts.parent_id)) AS role`
      const newestFirst = sql`created_at DESC, account_id DESC`
      const create = Effect.fnUntraced(function* (name: string, parent?: ManagedAccount) {
        const account = yield* queryAccount(sql`
          INSERT INTO accounts (account_id, parent_id, name, default_country, timezone, language, created_at)
          VALUES (${yield* makeId("acc")}, ${parent?.id ?? null}, ${name}, ${parent?.default_country ?? "US"},
            ${parent?.timezone ?? "UTC"}, ${parent?.language ?? null}, ${new Date(yield* Clock.currentTimeMillis)})
          RETURNING ${columns}`)
        return account ?? (yield* Effect.die(new Error("The account was not inserted")))
      })
      return Accounts.of({
        read: Effect.fnUntraced(function* (account_id) {
          const [account, ...subaccounts] = yield* retried(
            queryFamily(sql`
              SELECT account_id AS id, name, default_country, timezone, created_at FROM accounts
              WHERE account_id = ${account_id} OR parent_id = ${account_id}
              ORDER BY account_id <> ${account_id}, created_at, account_id LIMIT 1001`)
          )
          if (account?.id !== account_id) return yield* new NotFound()
          return {
            ...account,
            subaccounts: subaccounts.map(({ id, name, created_at }) => ({ id, name, created_at }))
          }
        }),
        find: Effect.fnUntraced(function* (account_id) {
          const account = yield* retried(
            queryAccount(sql`SELECT ${columns} FROM accounts WHERE account_id = ${account_id}`)
          )
          return account ?? (yield* new NotFound())
        }),
        list: (user, query) =>
          readPage(sql, query, {
            select: sql`${columns}, ${roleOf(user)}`,
            from: sql`FROM accounts WHERE ${reachable(user)}`,
            order: sql`parent_id IS NOT NULL, ${newestFirst}`,
            row: AccessibleRow
          }).pipe(retried),
        findFor: (user, account_id) =>
          retried(
            queryAccessible(sql`SELECT ${columns}, ${roleOf(user)}, clock_offset::float8 AS clock_offset FROM accounts
              WHERE account_id = ${account_id} AND ${reachable(user)}`)
          ),
        listSubaccounts: (parent_id, query) =>
          readPage(sql, query, {
            select: columns,
            from: sql`FROM accounts WHERE parent_id = ${parent_id}`,
            order: newestFirst,
            row: Row
          }).pipe(retried),
        change: (account_id, { name, default_country, timezone, language, limits }) =>
          retried(
            queryAccount(sql`UPDATE accounts SET name = coalesce(${name ?? null}, name),
              default_country = coalesce(${default_country ?? null}, default_country),
              timezone = coalesce(${timezone ?? null}, timezone),
              language = CASE WHEN ${language !== undefined}::boolean THEN ${language ?? null}::text ELSE language END,
              limit_per_minute = coalesce(${limits?.per_minute ?? null}::int, limit_per_minute),
              limit_per_day = coalesce(${limits?.per_day ?? null}::int, limit_per_day),
              limit_subaccounts = coalesce(${limits?.subaccounts ?? null}::int, limit_subaccounts)
            WHERE account_id = ${account_id} RETURNING ${columns}`)
          ),
        rename: (account_id, name) => sql`UPDATE accounts SET name = ${name} WHERE account_id = ${account_id}`,
        create: ({ name }) => create(name),
        createSubaccount: Effect.fn("Accounts.createSubaccount")(function* (parent, name) {
          const subaccounts = sql`FROM accounts WHERE parent_id = ${parent.id}`
          yield* withinQuota(sql, parent.id, quotas.subaccounts(parent.limits.subaccounts), subaccounts)
          return yield* create(name, parent)
        }),
        addOwner: Effect.fnUntraced(function* (account_id, user_id) {
          yield* sql`INSERT INTO memberships (account_id, user_id, role, created_at)
            VALUES (${account_id}, ${user_id}, 'owner', ${new Date(yield* Clock.currentTimeMillis)}) ON CONFLICT DO NOTHING`
          yield* sql`DELETE FROM setup_links WHERE user_id = ${user_id}`
        }),
        oldestBusiness: queryAccount(
          sql`SELECT ${columns} FROM accounts WHERE parent_id IS NULL ORDER BY created_at, account_id LIMIT 1`
        )
      })
    })
  )
}
