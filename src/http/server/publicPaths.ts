import { patternOf } from "./RouteTable.ts"

/** The largest body of a webhook of a store, in bytes. */
export const storeHookBodyLimit = 2 * 1024 * 1024

/** The largest body of a call of a page of the account's site, in bytes: that of a beacon. */
export const siteCallLimit = 64 * 1024

/**
 * A path outside the API and the dashboard.
 *
 * `budget` says what a request draws on: `address`, one of the requests of its client address (contract §7); `guesses`, one of the guesses
 * of that address, where it names nothing; `none`, where one address calls for many people, as providers, mail servers and networks of phones do.
 * `answer` says who reads its errors: a page for people, JSON for programs. `isOfMail`: it answers at the tracking domains of accounts too, as nothing
 * else does, so that nobody signs in there.
 */
interface PublicPath {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly budget: "none" | "address" | "guesses"
  readonly answer: "page" | "json"
  readonly isOfMail?: true
  readonly bodyLimit?: number
}

/** Every path outside the API and the dashboard. */
export const publicPaths: ReadonlyArray<PublicPath> = [
  { method: "GET", path: "/", budget: "address", answer: "page" },
  { method: "GET", path: "/docs", budget: "address", answer: "page" },
  { method: "GET", path: "/docs/reference.js", budget: "address", answer: "json" },
  { method: "GET", path: "/openapi.json", budget: "address", answer: "json" },
  { method: "GET", path: "/f/:token", budget: "none", answer: "page" },
  { method: "POST", path: "/f/:token", budget: "address", answer: "page" },
  { method: "GET", path: "/f/:token/embed", budget: "none", answer: "page" },
  { method: "POST", path: "/f/:token/embed", budget: "address", answer: "page" },
  { method: "GET", path: "/u/:token", budget: "none", answer: "page", isOfMail: true },
  { method: "POST", path: "/u/:token", budget: "none", answer: "page", isOfMail: true },
  { method: "POST", path: "/u/:token/resubscribe", budget: "none", answer: "page", isOfMail: true },
  { method: "GET", path: "/p/:token", budget: "none", answer: "page", isOfMail: true },
  { method: "POST", path: "/p/:token", budget: "none", answer: "page", isOfMail: true },
  { method: "GET", path: "/o/:token", budget: "none", answer: "page", isOfMail: true },
  { method: "POST", path: "/o/:token", budget: "none", answer: "page", isOfMail: true },
  { method: "GET", path: "/c/:token", budget: "none", answer: "page", isOfMail: true },
  { method: "GET", path: "/s/:code", budget: "guesses", answer: "page" },
  { method: "GET", path: "/m/:account/:file", budget: "none", answer: "page", isOfMail: true },
  { method: "GET", path: "/tracking/proof/:account", budget: "address", answer: "json", isOfMail: true },
  { method: "GET", path: "/tracking/ask", budget: "guesses", answer: "json" },
  { method: "GET", path: "/site.js", budget: "none", answer: "json" },
  { method: "POST", path: "/site/:key", budget: "address", answer: "json", bodyLimit: siteCallLimit },
  { method: "POST", path: "/hooks/sms/:token", budget: "none", answer: "json" },
  { method: "POST", path: "/hooks/email/:token", budget: "none", answer: "json" },
  { method: "POST", path: "/hooks/stores/:token", budget: "none", answer: "json", bodyLimit: storeHookBodyLimit }
]

const patterns = publicPaths.map((entry) => ({ ...entry, pattern: patternOf(entry.path) }))

/** The budget that a request of a public path draws on; undefined for other paths. HEAD is as GET. */
export const budgetOfPath = (method: string, path: string): PublicPath["budget"] | undefined => {
  const asked = method === "HEAD" ? "GET" : method
  return patterns.find((entry) => entry.method === asked && entry.pattern.test(path))?.budget
}

/** Whether people read the errors of a path. */
export const isReadByPeople = (path: string): boolean =>
  patterns.some(({ answer, pattern }) => answer === "page" && pattern.test(path))

/** Whether a path answers at the tracking domains of accounts. */
export const isMailPath = (path: string): boolean =>
  patterns.some(({ isOfMail, pattern }) => isOfMail === true && pattern.test(path))
