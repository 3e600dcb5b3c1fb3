import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { createTransport } from "nodemailer"
import { ApiTokenInput } from "../../src/domain/accounts/ApiToken.ts"
import { ApplicationInput } from "../../src/domain/accounts/Application.ts"
import { CustomIntegrationInput } from "../../src/domain/integrations/CustomIntegration.ts"
import { AccountChange, BusinessInput, SubaccountInput } from "../../src/domain/accounts/Account.ts"
import { Name, singleLine } from "../../src/domain/values/Text.ts"

const decode = Schema.decodeUnknownSync(Name)
const refuses = (value: unknown) => Schema.decodeUnknownExit(Name)(value)._tag === "Failure"

const unprintable = [
  0, 9, 10, 13, 0x1b, 0x7f, 0x85, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069
]

describe("names", () => {
  it.prop(
    "have no control and no bidirectional characters",
    [Schema.Literals(unprintable), Schema.String.check(Schema.isPattern(/^[a-z]{0,9}$/))],
    ([code, text]) => {
      const character = String.fromCodePoint(code)
      for (const name of [`${text}${character}x`, `x${character}${text}`, `${text}x${character}`])
        assert.isTrue(refuses(name), JSON.stringify(name))
    }
  )

  it("are one visible line, trimmed and in NFC", () => {
    assert.strictEqual(decode("  Cafe\u0301 Zoë \u00a0"), "Café Zoë")
    // Joiners and combining marks are valid in names.
    for (const name of ["👩‍💻", "می‌خواهم", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "שלום", "王", "O'Brien & Sons; --", "<b>"])
      assert.strictEqual(decode(name), name)
    for (const name of ["", " ", "\u200b", " \ufeff\u200b ", "x".repeat(256), "\ud800", 7, null, ["x"]])
      assert.isTrue(refuses(name), JSON.stringify(name))
    assert.strictEqual(decode(` ${"😀".repeat(255)} `), "😀".repeat(255))
  })

  it("are used for accounts, subaccounts, stores, tokens and applications", () => {
    const bad = "Shop\r\nBcc: everybody@example.com"
    const inputs: ReadonlyArray<readonly [Schema.Codec<unknown, unknown>, Record<string, unknown>, string]> = [
      [AccountChange, {}, "name"],
      [SubaccountInput, {}, "name"],
      [BusinessInput, { owner: { email: "a@example.com" } }, "name"],
      [ApiTokenInput, { scopes: [] }, "name"],
      [ApplicationInput, {}, "name"],
      [CustomIntegrationInput, { store_url: "https://shop.example" }, "store_name"]
    ]
    for (const [schema, rest, field] of inputs) {
      const exit = (name: string) => Schema.decodeUnknownExit(schema)({ ...rest, [field]: name })._tag
      assert.deepStrictEqual([exit(bad), exit("Shop")], ["Failure", "Success"])
    }
  })
})

describe("subjects and senders of mails", () => {
  it.prop("are one line with any data", [Schema.String, Schema.String], ([one, other]) => {
    const line = singleLine(`${one}\r\nBcc: x\u202e${other}`)
    assert.notMatch(line, /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u)
  })

  it("add no header to the mail", async () => {
    const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" })
    const evil = "Shop\r\nBcc: everybody@example.com"
    const { message } = await transport.sendMail({
      from: { name: singleLine(evil), address: "no-reply@tally.example" },
      to: "ada@example.com",
      subject: singleLine(evil),
      text: "Hello"
    })
    const head = message.toString().split("\r\n\r\n")[0] ?? ""
    assert.notMatch(head, /^bcc:/im)
  })
})
