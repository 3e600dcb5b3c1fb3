import { Schema } from "effect"
import { leaf, madeUpText } from "../json/Leaf.ts"

/** The parts of an SMTP address. `secure`: TLS from the start; otherwise STARTTLS. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly user: string | null
  readonly password: string
}

const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9][a-z0-9-]{0,62})*$/

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Reads `smtp://user:password@host:port` or `smtps://…`; undefined for any other text. Query parameters are not accepted, because
 * mail libraries take options from them that reach files and other hosts.
 */
export const parseSmtpUrl = (value: string): SmtpServer | undefined => {
  const url = URL.parse(value.trim())
  if (url === null || (url.protocol !== "smtp:" && url.protocol !== "smtps:")) return undefined
  if (url.search !== "" || url.hash !== "" || (url.pathname !== "" && url.pathname !== "/")) return undefined
  const host = url.hostname.toLowerCase()
  const isIpv6 = /^\[[0-9a-f:.]+\]$/.test(host)
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if ((!isIpv6 && !hostName.test(host)) || user === undefined || password === undefined || url.port === "0") {
    return undefined
  }
  const port = url.port === "" ? (url.protocol === "smtps:" ? 465 : 587) : Number(url.port)
  return {
    host: host.replace(/^\[|\]$/g, ""),
    port,
    secure: url.protocol === "smtps:" || port === 465,
    user: user === "" ? null : user,
    password
  }
}

const maxLength = 500

/** The address of an account's mail server with its credentials. The value is a secret. */
export const SmtpUrl = leaf({
  to: Schema.String.check(madeUpText(/^smtps?:\/\/[a-z]{1,8}:[a-z0-9]{1,8}@[a-z]{1,12}\.example:587$/)),
  json: {
    type: "string",
    pattern: "^smtps?://",
    examples: ["smtps://user:password@smtp.example.com:465"]
  },
  message: "Must be smtp://user:password@host:587 or smtps://user:password@host:465, without anything after the port",
  decode: (value) =>
    typeof value === "string" && value.length <= maxLength && parseSmtpUrl(value) !== undefined
      ? value.trim()
      : undefined,
  encode: (url) => url
})
