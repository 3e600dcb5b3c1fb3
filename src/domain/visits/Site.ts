import { Schema } from "effect"
import { isText } from "../json/Json.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { Timestamp } from "../values/Time.ts"

const maxLength = 255

/** The ASCII form of an origin of the web, as browsers send it; undefined for other text. */
export const webOrigin = (value: string): string | undefined => {
  if (!isText(value) || value.length > maxLength) return undefined
  const url = URL.parse(value)
  const isWeb = url !== null && (url.protocol === "https:" || url.protocol === "http:")
  if (!isWeb || url.username !== "" || url.password !== "") return undefined
  return url.pathname === "/" && url.search === "" && url.hash === "" && url.origin.length <= maxLength
    ? url.origin
    : undefined
}

/** An origin such as `https://shop.example`. */
const WebOrigin = leaf({
  to: Schema.String.check(madeUpText(/^https:\/\/[a-z0-9]{1,20}\.example$/)),
  json: { type: "string", format: "uri", pattern: "^https?://", maxLength, examples: ["https://shop.example"] },
  message: "Must be the address of a site without a path, such as https://shop.example",
  decode: (value) => (typeof value === "string" ? webOrigin(value) : undefined),
  encode: (origin) => origin
})

const maxOrigins = 20

const settings = {
  origins: Schema.Array(WebOrigin).check(Schema.isMaxLength(maxOrigins)),
  consent_elsewhere: Schema.Boolean
}

/** What an account sets on its site (contract §18). Without origins nothing is taken of any site. */
export const SiteInput = Schema.Struct(settings).annotate({ identifier: "SiteInput" })
export type SiteInput = typeof SiteInput.Type

const OptionalTime = Schema.NullOr(Timestamp)
const OptionalText = Schema.NullOr(Schema.String)

/** The most of each kind that is counted of a week. */
export const maxCounted = 100_000

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxCounted }))

/** What the pages of a site reported in the last seven days, each counted up to `maxCounted`. */
export const SiteWeek = Schema.Struct({ visitors: Count, views: Count, carts: Count })
export type SiteWeek = typeof SiteWeek.Type

/** Milliseconds. */
export const siteWeek = 7 * 86_400_000

/** The site of an account as it is shown. */
export const ShownSite = Schema.Struct({
  ...settings,
  snippet: Schema.String.annotate({ description: "The lines that each page of the site holds." }),
  heard_at: OptionalTime.annotate({
    description: "When a page of the site called last, to the minute; null while none did."
  }),
  heard_origin: OptionalText,
  refused_at: OptionalTime.annotate({ description: "When a page called last that is of none of the origins." }),
  refused_origin: OptionalText,
  last_week: SiteWeek.annotate({
    description:
      "The visitors that pages of the site reported in the last seven days, their views of products and their carts, each counted up to 100,000."
  })
}).annotate({ identifier: "Site" })

/** The site of an account as stored. Times in milliseconds. */
export interface Site {
  readonly account_id: string
  readonly origins: ReadonlyArray<string>
  readonly consent_elsewhere: boolean
  readonly heard_at: number | null
  readonly heard_origin: string | null
  readonly refused_at: number | null
  readonly refused_origin: string | null
  /** The day, in UTC, of the new visitors that are counted. */
  readonly visitors_day: number | null
  readonly visitors: number
}

/** The site of an account that has set nothing. */
export const noSite = (account_id: string): Site => ({
  account_id,
  origins: [],
  consent_elsewhere: false,
  heard_at: null,
  heard_origin: null,
  refused_at: null,
  refused_origin: null,
  visitors_day: null,
  visitors: 0
})
