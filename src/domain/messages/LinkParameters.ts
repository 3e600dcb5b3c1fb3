import { Schema } from "effect"
import { leaf, madeUpText } from "../json/Leaf.ts"
import type { Channel } from "../contacts/Consent.ts"

const maxLength = 500
const maxParameters = 10

// Only characters of an address that end no parameter and need no encoding, and the two placeholders.
const parameter = /^[\w.-]+=(?:[\w.~:+-]|%[0-9a-f]{2}|\{channel\}|\{name\})+$/i

const isParameters = (text: string): boolean => {
  const parameters = text.split("&")
  return parameters.length <= maxParameters && parameters.every((one) => parameter.test(one))
}

const jsonParameter = String.raw`[A-Za-z0-9_.-]+=([A-Za-z0-9_.~:+-]|%[0-9A-Fa-f]{2}|\{channel\}|\{name\})+`

const parametersOf = (jsonPattern: string, isAllowed: (text: string) => boolean) =>
  leaf({
    to: Schema.String.check(
      madeUpText(/^utm_source=[a-z]{1,9}(?:&utm_medium=\{channel\})?(?:&utm_campaign=\{name\})?$/)
    ),
    json: {
      type: "string",
      pattern: jsonPattern,
      maxLength,
      examples: ["utm_source=tea-shop&utm_medium={channel}&utm_campaign={name}"]
    },
    message:
      "Must be at most 10 parameters as in an address, such as utm_source=shop&utm_medium={channel}&utm_campaign={name}",
    decode: (value) =>
      typeof value === "string" && value.length <= maxLength && isAllowed(value.trim()) ? value.trim() : undefined,
    encode: (parameters) => parameters
  })

const jsonParameters = `${jsonParameter}(&${jsonParameter}){0,${maxParameters - 1}}`

/** Parameters for the links of messages, as in an address: at most ten pairs. `{channel}` and `{name}` are placeholders. */
export const LinkParameters = parametersOf(`^${jsonParameters}$`, isParameters)

/** The `LinkParameters` of one campaign in the place of the account's: empty text for none. */
export const OwnLinkParameters = parametersOf(
  `^(${jsonParameters})?$`,
  (text) => text === "" || isParameters(text)
).annotate({ description: "Parameters of its links: null for those of the sender, empty for none." })

/** The message whose links get parameters: `name` is that of its flow or campaign, null for a message of none. */
export interface LinkSource {
  readonly channel: Channel
  readonly name: string | null
}

/**
 * Adds to an http address the parameters that it does not have yet, and changes none that it has. Without a name, parameters with
 * `{name}` are left out.
 */
export const withLinkParameters = (url: string, parameters: string | null, { channel, name }: LinkSource): string => {
  const known = URL.parse(url)?.searchParams
  if (parameters === null || parameters === "" || known === undefined) return url
  const added = parameters.split("&").flatMap((one) => {
    const [key = ""] = one.split("=", 1)
    if (known.has(key) || (name === null && one.includes("{name}"))) return []
    return [one.replaceAll("{channel}", channel).replaceAll("{name}", () => encodeURIComponent(name ?? ""))]
  })
  if (added.length === 0) return url
  const [address = "", ...fragment] = url.split("#")
  const joint = !address.includes("?") ? "?" : /[?&]$/.test(address) ? "" : "&"
  return [`${address}${joint}${added.join("&")}`, ...fragment].join("#")
}
