import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import { makeDkimKey } from "../../src/outbound/senders/makeDkimKey.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { encryptionKey } from "./subjects.ts"

const accounts = 10

/** The address that mail goes out from. The accounts whose mail is signed have one of their own at its domain. */
export const sharedAddress = "bench@shop.example"

const html = `<h1>Thank you, {{ contact.first_name | default: "friend" }}</h1>
${Array.from({ length: 12 }, (_, at) => `<p>Paragraph ${at} of a mail of ordinary size, which says what a shop has to say to {{ contact.email }}.</p>`).join("\n")}
<p><a href="https://shop.example/one">One</a> <a href="https://shop.example/two?a=1&amp;b=2">Two</a> <a href="https://shop.example/three">Three</a></p>`

const idOf = (n: number) => `acc_${String(n).padStart(26, "0")}`

/** Whether a build keeps keys of senders in a table of their own, as those do that a sender may have several of. */
export const keysOfSenders = "SELECT 1 WHERE to_regclass('sender_keys') IS NOT NULL"

const signedSender = Effect.fnUntraced(function* (n: number, hasKeys: boolean) {
  const secrets = yield* Secrets
  const { selector, private_key, public_key } = yield* makeDkimKey("shop.example", `bench-${n}`)
  const encrypted = yield* secrets.encrypt(Redacted.value(private_key), `${idOf(n)}|dkim_key`)
  if (!hasKeys)
    return `UPDATE senders SET from_email = 'account${n}@shop.example', dkim_domain = 'shop.example', dkim_selector = '${selector}',
      dkim_public_key = '${public_key}', encrypted_dkim_key = '${encrypted}', dkim_seen_at = now() WHERE account_id = '${idOf(n)}'`
  return `WITH addressed AS (UPDATE senders SET from_email = 'account${n}@shop.example' WHERE account_id = '${idOf(n)}')
    INSERT INTO sender_keys (account_id, domain, selector, public_key, encrypted_key, seen_at)
    VALUES ('${idOf(n)}', 'shop.example', '${selector}', '${public_key}', '${encrypted}', now())`
})

const withSecrets = Secrets.layer.pipe(
  Layer.provide(Keys.layer),
  Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ ENCRYPTION_KEY: encryptionKey })))
)

/** Statements that make the senders of ten accounts. Every second one has a DKIM key. */
export const seedSenders = async (hasKeys = true): Promise<ReadonlyArray<string>> => [
  `INSERT INTO senders (account_id, shared_address, from_name, from_email, postal_address, updated_at)
    SELECT 'acc_' || lpad(n::text, 26, '0'), true, 'Bench', NULL, '1 Bench Street', now() FROM generate_series(1, ${accounts}) n
    ON CONFLICT (account_id) DO UPDATE SET shared_address = true, from_name = 'Bench', postal_address = '1 Bench Street'`,
  ...(await Effect.runPromise(
    Effect.provide(
      Effect.forEach(
        Array.from({ length: accounts / 2 }, (_, at) => 2 * at + 1),
        (n) => signedSender(n, hasKeys)
      ),
      withSecrets
    )
  ))
]

/** Statements that queue `count` mails of 1.5 kB with three tracked links, each to a contact of its own, numbered from `from`. */
export const seedMails = (from: number, count: number): ReadonlyArray<string> => {
  const account = `'acc_' || lpad((n % ${accounts} + 1)::text, 26, '0')`
  const numbers = `generate_series(${from}, ${from + count - 1}) n`
  return [
    `INSERT INTO contacts (account_id, contact_id, email, email_key, first_name, email_consent, sms_consent, order_count, created_at,
        updated_at)
      SELECT ${account}, 'con_' || n, 'contact' || n || '@example.com', 'contact' || n || '@example.com', 'Ada', 'subscribed',
        'never_subscribed', 0, now(), now() FROM ${numbers}`,
    "ANALYZE contacts",
    `INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, flow_id, subject, body, status, due_at, created_at,
        updated_at)
      SELECT ${account}, 'msg_' || lpad(n::text, 26, '0'), n::text, 'con_' || n, 'email', 'flow', 'flo_1',
        'Thank you, {{ contact.first_name }}', '${html.replaceAll("'", "''")}', 'queued', now(), now(), now()
      FROM ${numbers}`
  ]
}
