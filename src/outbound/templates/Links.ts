import { Context, Effect, Layer } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { codeLength, codeOf } from "../../domain/messages/ShortLink.ts"
import { addressAt } from "../../domain/senders/TrackingDomain.ts"
import { Keys } from "../../store/keys/Keys.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"

/** The purpose of a link. A link signed for one kind is not accepted as another. */
type LinkKind =
  | "unsubscribe"
  | "preferences"
  | "form"
  | "issue"
  | "confirm"
  | "click"
  | "sms"
  | "email"
  | "status"
  | "store"
  | "site"
  | "mark"

const paths = {
  unsubscribe: "/u/",
  preferences: "/p/",
  form: "/f/",
  issue: "/",
  confirm: "/o/",
  click: "/c/",
  sms: "/hooks/sms/",
  email: "/hooks/email/",
  status: "/hooks/sms/",
  store: "/hooks/stores/",
  site: "/site/",
  mark: "/"
} as const

/** Signed links on the public origin. A link carries its parameters, so none is stored, and the signature prevents forgery. */
export interface SignedLinks {
  /** What links begin with: `PUBLIC_URL` without a trailing slash, or the same at a tracking domain. */
  readonly origin: string
  /** `PUBLIC_URL` without a trailing slash. */
  readonly home: string
  /** These links at a tracking domain; at `PUBLIC_URL` for null. They are opened at either. */
  readonly at: (host: string | null) => SignedLinks
  readonly sign: (kind: LinkKind, parts: ReadonlyArray<string>) => string
  /**
   * The short link of an address in the text of a message. Equal for equal arguments, so that a repeated send has the same links;
   * another `salt` gives another code.
   */
  readonly shorten: (
    message: MessageRef,
    url: string,
    salt: number
  ) => { readonly code: string; readonly address: string }
  /** The keyed digest of a text that is no link, 16 bytes. */
  readonly digest: (kind: "bounce" | "tracking", text: string) => Uint8Array
  /** The parts of a token; undefined unless it was signed as this kind. */
  readonly open: (kind: LinkKind, token: string) => ReadonlyArray<string> | undefined
}

/** The links of this process. */
export class Links extends Context.Service<Links, SignedLinks>()("tally/outbound/templates/Links") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      return Links.of(makeLinks(yield* linkSettings))
    })
  )
}

/** The beginning of the address of every tracked link. */
export const clickAddress = (links: Links["Service"]): string => `${links.origin}${paths.click}`

/** The settings of this process's links. */
export const linkSettings = Effect.gen(function* () {
  const key = (yield* Keys).derive("links")
  const { href: origin } = yield* publicUrl
  return { key, origin }
})

/** The key that signs links, and the origin that they begin with. */
export interface LinkSettings {
  readonly key: Uint8Array
  readonly origin: string
}

/** The links of an origin, signed with a key. */
export const makeLinks = ({ key, origin: home }: LinkSettings): SignedLinks => {
  const mac = (kind: LinkKind | "short" | "bounce" | "tracking", payload: string) =>
    createHmac("sha256", key).update(`${kind}.${payload}`).digest().subarray(0, 16)
  const at = (origin: string): SignedLinks => ({
    origin,
    home,
    at: (host) => at(host === null ? home : addressAt(home, host)),
    sign: (kind, parts) => {
      const payload = Buffer.from(JSON.stringify(parts)).toString("base64url")
      return `${origin}${paths[kind]}${payload}.${mac(kind, payload).toString("base64url")}`
    },
    shorten: ({ account_id, message_id }, url, salt) => {
      const code = codeOf(mac("short", JSON.stringify([account_id, message_id, url, salt])))
      return { code, address: `${origin}/s/${code}` }
    },
    digest: mac,
    open: (kind, token) => {
      const [payload = "", signature = "", ...rest] = token.split(".")
      const given = Buffer.from(signature, "base64url")
      const expected = mac(kind, payload)
      // Base64 has several spellings of the same bytes; only the canonical one is accepted.
      const exact = given.length === expected.length && given.toString("base64url") === signature && rest.length === 0
      if (!exact || !timingSafeEqual(given, expected)) return undefined
      const parts: unknown = JSON.parse(Buffer.from(payload, "base64url").toString())
      return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : undefined
    }
  })
  return at(home)
}

/** Whether an address is of this service, at `PUBLIC_URL` or at the origin of the links. */
export const isOwnAddress = ({ origin, home }: Links["Service"], address: string): boolean =>
  address.startsWith(`${origin}/`) || address.startsWith(`${home}/`)

/** What the service answers to a call of itself through a tracking domain. */
export const trackingAnswer = (links: Links["Service"], account_id: string, host: string): string =>
  Buffer.from(links.digest("tracking", `${account_id}|${host}`)).toString("base64url")

/** The link to the preference page of the contact of a message (contract §14). */
export const preferencesLink = (links: Links["Service"], { account_id, message_id }: MessageRef): string =>
  links.sign("preferences", [account_id, message_id])

/** The link that a contact confirms a sign-up with. */
export const confirmLink = (links: Links["Service"], { account_id, message_id }: MessageRef): string =>
  links.sign("confirm", [account_id, message_id])

/** The address of the page of a sign-up form. */
export const formLink = (
  links: Links["Service"],
  { account_id, form_id }: { readonly account_id: string; readonly form_id: string }
): string => links.sign("form", [account_id, form_id])

/** When and where a form was shown, and with which wording. */
export interface FormIssue {
  readonly form_id: string
  /** When the form was shown, in milliseconds. */
  readonly at: number
  /** The page that showed it. */
  readonly page: string
  /** The version of the wording that was shown. */
  readonly wording_version: number
  /** The id of this showing, which serves once. */
  readonly id: string
  /** The visitor of the site that the page named. */
  readonly visitor_id: string | null
}

/** The signed record that a form carries of when and where it was shown, and with which wording. */
export const formIssue = (
  links: Links["Service"],
  { form_id, at, page, wording_version, id, visitor_id }: FormIssue
): string =>
  links
    .sign("issue", [
      form_id,
      String(at),
      page,
      String(wording_version),
      id,
      ...(visitor_id === null ? [] : [visitor_id])
    ])
    .slice(links.origin.length + paths.issue.length)

/** The record of a `formIssue`; undefined for any other text. */
export const openFormIssue = (links: Links["Service"], text: string): FormIssue | undefined => {
  const [form_id, at, page, version, id, visitor_id = null] = links.open("issue", text) ?? []
  return form_id === undefined || at === undefined || page === undefined || version === undefined || id === undefined
    ? undefined
    : { form_id, at: Number(at), page, wording_version: Number(version), id, visitor_id }
}

type Nonce = string | null

const hookParts = (account_id: string, nonce: Nonce) => (nonce === null ? [account_id] : [account_id, nonce])

/** The addresses where providers report to an account (contract §4.7). Each is a secret; a new nonce replaces both. */
export const hookAddresses = (links: Links["Service"], account_id: string, nonce: Nonce) => ({
  sms_url: links.sign("sms", hookParts(account_id, nonce)),
  email_url: links.sign("email", hookParts(account_id, nonce))
})

/** The account and nonce that the token of a hook address was made with; undefined for any other token. */
export const openHookAddress = (links: Links["Service"], kind: "sms" | "email", token: string) => {
  const [account_id, nonce = null, ...rest] = links.open(kind, token) ?? []
  return account_id === undefined || rest.length > 0 ? undefined : { account_id, nonce }
}

/** Characters of the address of a short link. */
export const shortLength = (links: Links["Service"]): number => `${links.origin}/s/`.length + codeLength

/** The address where the SMS provider reports the end of one text. */
export const statusAddress = (links: Links["Service"], { account_id, message_id }: MessageRef): string =>
  links.sign("status", [account_id, message_id])

/** The message of a `statusAddress`; undefined for any other token. */
export const openStatusAddress = (links: Links["Service"], token: string): MessageRef | undefined => {
  const [account_id, message_id] = links.open("status", token) ?? []
  return account_id === undefined || message_id === undefined ? undefined : { account_id, message_id }
}

interface ShopAddress {
  readonly account_id: string
  readonly integration_id: string
  /** The digest of the store's integration token: rotating the token replaces the address too. */
  readonly digest: string
}

const digestPart = (digest: string): string => digest.slice(0, 16)

/** The address of a connected store's webhooks (contract §14). */
export const storeAddress = (links: Links["Service"], { account_id, integration_id, digest }: ShopAddress): string =>
  links.sign("store", [account_id, integration_id, digestPart(digest)])

/** The store of a `storeAddress`, and whether a digest is that of the address. Undefined for any other token. */
export const openStoreAddress = (links: Links["Service"], token: string) => {
  const [account_id, integration_id, part] = links.open("store", token) ?? []
  return account_id === undefined || integration_id === undefined
    ? undefined
    : { account_id, integration_id, isOf: (digest: string) => digestPart(digest) === part }
}
