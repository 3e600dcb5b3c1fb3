import { mediaLimits } from "../media/Media.ts"

/** The maximum number of a kind, and the message of the 422 beyond it. docs/operations.md lists all quotas. */
export interface Quota {
  readonly max: number
  readonly message: string
}

const perAccount = (max: number, kind: string): Quota => ({ max, message: `An account has at most ${max} ${kind}` })

export const quotas = {
  /** Revoked and expired tokens do not count (contract §8). */
  activeTokens: perAccount(25, "active API tokens; revoke one first"),
  applications: perAccount(100, "applications; delete one first"),
  activeIntegrations: perAccount(100, "connected stores; disconnect one first"),
  /** Includes disconnected stores, which orders refer to. */
  integrations: perAccount(1_000, "stores, counting those that were disconnected"),
  flows: perAccount(500, "flows"),
  /** Customers of a connected store whose consents wait for their e-mail or phone. */
  waitingCustomers: { max: 20_000, message: "Too many customers of this store wait for an e-mail or phone" },
  /** Deleted flows stay in the history of contacts. */
  flowsWithDeleted: perAccount(5_000, "flows, counting those that were deleted"),
  flowVersions: { max: 1_000, message: "A flow has at most 1000 versions; make a new one of it" },
  forms: perAccount(100, "forms; delete one first"),
  formWordings: { max: 1_000, message: "A form has at most 1000 wordings; make a new form" },
  contactNotes: { max: 100, message: "A contact has at most 100 notes; delete one first" },
  segments: perAccount(500, "segments"),
  /** Beside the sender of the account. */
  furtherSenders: { max: 19, message: "An account has at most 20 senders; delete one first" },
  senderDomains: perAccount(20, "proven domains"),
  campaigns: perAccount(1_000, "campaigns; delete one first"),
  /** Deleted campaigns stay in the history of contacts. */
  campaignsWithDeleted: perAccount(10_000, "campaigns, counting those that were deleted"),
  coupons: perAccount(100, "coupons; delete one first"),
  /** Deleted coupons keep the codes that were given. */
  couponsWithDeleted: perAccount(1_000, "coupons, counting those that were deleted"),
  /** Codes of deleted coupons do not count. */
  couponCodes: perAccount(1_000_000, "coupon codes, counting those that were given"),
  media: perAccount(1_000, "pictures; delete one first"),
  templates: perAccount(200, "saved templates; delete one first"),
  mediaBytes: {
    max: mediaLimits.bytesOfAccount,
    message: "The pictures of an account have at most 500 MiB; delete one first"
  },
  topics: perAccount(20, "topics; delete one first"),
  members: perAccount(100, "users, counting open invitations"),
  /** Products that were removed do not count. */
  products: perAccount(100_000, "products; remove one first"),
  importsUnderWay: perAccount(5, "imports under way; finish or cancel one first"),
  imports: perAccount(1_000, "imports within 30 days"),
  /** The operator may set another number (contract §6). */
  subaccounts: (max: number): Quota => perAccount(max, "subaccounts")
} as const

/** The number of newest rows that are kept. Older ones are deleted silently when a row is added. */
export const newestKept = {
  /** Per user. */
  sessions: 50,
  /** Per user: links to set a password, by expiry. */
  setupLinks: 5,
  /** Per application. */
  accessTokens: 1_000,
  /** Per account: revoked and expired API tokens. */
  endedTokens: 500,
  /** Per account: webhooks of connected stores. Older ones go with the next purge. */
  storeDeliveries: 100_000,
  /** Per account: servers, and words of their refusals. */
  smtpReplies: 200
} as const

/** The most contacts of one export. */
export const maxExportedRows = 500_000

/** Maximum numbers for a contact, from every source. `name`: characters of a first or a last name. */
export const contactLimits = { tags: 500, customFields: 500, name: 255 } as const
