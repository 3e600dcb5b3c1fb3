import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { messageTitle } from "../../../src/dashboard/messages/messageTitle.ts"
import { contactRules } from "../../../src/domain/contacts/ContactInput.ts"
import { readContactWrite } from "../../../src/domain/contacts/readContactWrite.ts"
import { containsText } from "../../../src/domain/conditions/containsText.ts"
import { readOrder } from "../../../src/domain/orders/readOrder.ts"
import { englishWords } from "../../../src/domain/languages/messageWords.ts"
import { emptyProfile } from "../../../src/domain/senders/SenderProfile.ts"
import { composeMail } from "../../../src/outbound/email/composeMail.ts"
import { smsSignature } from "../../../src/outbound/sms/smsSignature.ts"
import type { Links } from "../../../src/outbound/templates/Links.ts"
import { checkTemplate } from "../../../src/outbound/templates/Template.ts"
import { templateVariables } from "../../../src/outbound/templates/templateVariables.ts"
import { trackText } from "../../../src/outbound/templates/trackLinks.ts"
import { importedContacts } from "../samples/importedContacts.ts"

const mac = (text: string) => createHmac("sha256", "key").update(text).digest("base64url").slice(0, 8)

const links: Links["Service"] = {
  origin: "https://tally.example",
  home: "https://tally.example",
  at: () => links,
  sign: (kind, parts) => `https://tally.example/${kind}/${mac(JSON.stringify(parts))}`,
  shorten: (_, url) => ({ code: mac(url), address: `https://tally.example/s/${mac(url)}` }),
  digest: () => new Uint8Array(16),
  open: () => undefined
}

const message = {
  account_id: "acc",
  message_id: "msg",
  account_name: "Tea",
  language: englishWords,
  sender: emptyProfile,
  class: "marketing",
  layout: "shell",
  purpose: "flow",
  flow_id: null,
  campaign_id: null
} as const

const filled = (size: number, piece: string) => piece.repeat(Math.ceil(size / piece.length))

/** Work whose steps are counted: each prepares what a size (of characters or members) needs, and returns what is measured. */
export const works = {
  loop: (size: number) => () => {
    let sum = 0
    for (let at = 0; at < size; at++) sum += at % 2 === 0 ? 1 : 2
    return sum
  },
  nestedLoop: (size: number) => () => {
    let sum = 0
    for (let at = 0; at < size; at++) for (let other = 0; other < size; other++) sum += at === other ? 1 : 0
    return sum
  },
  search: (size: number) => {
    const [text, wanted] = ["a".repeat(size), `${"a".repeat(500)}b${"a".repeat(499)}`]
    return () => containsText(text, wanted)
  },
  formSignature: (size: number) => {
    const form = new URLSearchParams(Array.from({ length: size }, (_, at) => [`f${at % (size / 2)}`, String(at)]))
    return () => smsSignature("secret", "https://tally.example", form)
  },
  title: (size: number, piece: string) => {
    const text = filled(size, piece)
    return () => messageTitle(text)
  },
  templateCheck: (size: number, piece: string) => {
    const text = filled(size, piece)
    return () => checkTemplate("html", text, templateVariables.event)
  },
  mail: (size: number, piece: string) => {
    const output = { text: filled(size, piece), data: [[1, 2] as const] }
    return () => [
      composeMail(links, { ...message, to: "a@b.example", subject: "", html: output }),
      trackText(links, message, { text: output.text, data: [] })
    ]
  },
  import: (size: number, piece: string) => {
    const file = new TextEncoder().encode(`email,first_name\n${filled(size, piece)}`)
    return () => importedContacts(file)
  },
  /** `piece` is a member's name, with one value of its list as JSON. */
  order: (size: number, piece: string) => {
    const [name = "", value = ""] = piece.split("=", 2)
    const body = { email: "a@b.example", [name]: Array.from({ length: size }, () => JSON.parse(value)) }
    const context = { default_country: "US" } as Parameters<typeof readOrder>[1]
    return () => Effect.runSyncExit(readOrder(body, context, "strict"))
  },
  contact: (size: number, piece: string) => {
    const members = Array.from({ length: size }, (_, at): [string, unknown] => [`m${at}`, []])
    const body = {
      email: "a@b.example",
      [piece]: piece === "tags" ? members.map(() => 1) : Object.fromEntries(members)
    }
    const writer = { account_id: "acc", cause: "api", actor: null, default_country: "US" } as unknown as Parameters<
      typeof readContactWrite
    >[1]
    return () => Effect.runSyncExit(readContactWrite(contactRules, writer, body as never, "strict"))
  }
} as const
