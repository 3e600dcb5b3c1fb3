/** The most that one owner may have of a kind, and the message of the 422 beyond it. docs/operations.md lists them all. */
export interface Quota {
  readonly max: number
  readonly message: string
}

const perAccount = (max: number, kind: string): Quota => ({ max, message: `An account has at most ${max} ${kind}` })

export const quotas = {
  /** Revoked and expired ones do not count (specification §5). */
  activeTokens: perAccount(25, "active API tokens; revoke one first"),
  applications: perAccount(100, "applications; delete one first"),
  activeIntegrations: perAccount(100, "connected stores; disconnect one first"),
  /** Orders refer to disconnected ones, so these stay. */
  integrations: perAccount(1_000, "stores, counting those that were disconnected"),
  flows: perAccount(500, "flows"),
  flowVersions: { max: 1_000, message: "A flow has at most 1000 versions; make a new one of it" },
  members: perAccount(100, "users, counting open invitations"),
  importsUnderWay: perAccount(5, "imports under way; finish or cancel one first"),
  imports: perAccount(1_000, "imports within 30 days"),
  /** Of an account; the operator sets another number (contract §7). */
  subaccounts: (max: number): Quota => perAccount(max, "subaccounts")
} as const

/** How many rows stay when one more is made: the oldest go without a word, as they are of no more use. */
export const newestKept = {
  /** Of a user. */
  sessions: 50,
  /** Of a user: links to set a password, those that run out last. */
  setupLinks: 5,
  /** Of an application. */
  accessTokens: 1_000,
  /** Of an account: API tokens that were revoked or have expired. */
  endedTokens: 500
} as const

/** Of a contact, by whatever way they come. */
export const contactLimits = { tags: 500, customFields: 500 } as const
