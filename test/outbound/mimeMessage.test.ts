import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { generateKeyPairSync } from "node:crypto"
import PostalMime from "postal-mime"
import { dkimRecord } from "../../src/domain/senders/dns/dkim.ts"
import { mimeMessage } from "../../src/outbound/email/mimeMessage.ts"
import { signMail } from "../../src/outbound/email/signMail.ts"
import { signedBy } from "../support/messages/verifyDkim.ts"

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
const public_key = publicKey.export({ type: "spki", format: "der" }).toString("base64")
const record = dkimRecord({ domain: "tea.example", selector: "tally-1", public_key })

// Pieces that encodings and signatures treat in ways of their own.
const Piece = Schema.Literals([
  "Tea",
  " ",
  "\t",
  "  ",
  "\n",
  "\r\n",
  "\r",
  "\n\n\n",
  ".",
  "\n.\n",
  "=",
  "=3D",
  "é",
  "茶",
  "🍵",
  "--",
  "--_NmP",
  "a".repeat(90),
  "茶".repeat(90),
  "<p>x</p>",
  "From "
])
const Content = Schema.Array(Piece).check(Schema.isMaxLength(40))

// The pieces joined; `end` keeps what follows from being white space at the end, which readers may drop.
const joined = (pieces: ReadonlyArray<string>, end: string) => `x${pieces.join("")}${end}`

const messageOf = (html: string, text: string, subject: string) =>
  mimeMessage({
    html,
    text,
    envelope: undefined,
    headers: {
      From: { name: "Tea Shop", address: "shop@tea.example" },
      To: "ada@example.com",
      Subject: subject,
      "Message-ID": "<msg_1@tea.example>"
    }
  })

const normalized = (text: string) => text.replace(/\r\n?/g, "\n")

describe("a mail's bytes", () => {
  it.effect.prop(
    "give a reader the HTML, text and subject that were sent, in lines of ASCII that no server has to break",
    [Content, Content],
    ([html, text]) =>
      Effect.gen(function* () {
        const given = { html: joined(html, "y"), text: joined(text, "y") }
        const { headers, body, envelope } = messageOf(given.html, given.text, "茶 = Tea")
        const raw = `${headers}\r\n\r\n${body}`
        assert.match(raw, /^(?:[\x09\x20-\x7e]{0,100}\r\n)*$/)
        const read = yield* Effect.promise(() => PostalMime.parse(raw))
        assert.strictEqual(read.subject, "茶 = Tea")
        assert.strictEqual(normalized(read.html ?? "").trimEnd(), normalized(given.html))
        assert.strictEqual(normalized(read.text ?? "").trimEnd(), normalized(given.text))
        assert.deepStrictEqual([envelope.from, envelope.to], ["shop@tea.example", ["ada@example.com"]])
      }),
    { arbitrary: { runs: 60 } }
  )

  it.effect("are of HTML alone where there is no text", () =>
    Effect.gen(function* () {
      const { headers, body } = messageOf("<p>x</p>", "", "Tea")
      assert.match(headers, /^Content-Type: text\/html; charset=utf-8$/im)
      const read = yield* Effect.promise(() => PostalMime.parse(`${headers}\r\n\r\n${body}`))
      assert.strictEqual(read.html?.trim(), "<p>x</p>")
    })
  )
})

describe("a signature", () => {
  it.effect.prop(
    "is valid for mailauth whatever white space stands in the mail, and for no other body",
    [Content, Content],
    ([body, subject]) =>
      Effect.gen(function* () {
        const made = messageOf(joined(body, ""), joined(body, ""), joined(subject, "").replace(/\s+/g, " "))
        // A body as it would be without an encoding, which the signature must not depend on.
        const plain = { ...made, body: `${joined(body, "").replace(/\r\n?|\n/g, "\r\n")}\r\n` }
        for (const message of [made, plain]) {
          const key = { domain: "tea.example", selector: "tally-1", key: privateKey }
          const raw = `${yield* signMail(message, key)}${message.headers}\r\n\r\n${message.body}`
          assert.isDefined(yield* Effect.promise(() => signedBy(raw, record)), JSON.stringify(message.body))
          assert.isUndefined(yield* Effect.promise(() => signedBy(`${raw}changed\r\n`, record)))
        }
      }),
    { arbitrary: { runs: 40 } }
  )
})
