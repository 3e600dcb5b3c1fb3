import type { Mutant } from "./mutants.ts"

const hourly = "test/outbound/hourlyLimit.test.ts"
const frequency = "test/outbound/frequencyCap.test.ts"
const breaker = "test/outbound/breaker.test.ts"
const racing = [frequency, "messages that race in two processes never exceed a contact's frequency cap"] as const

/** Rules of pace: messages an hour, the frequency cap, slow and failing providers, slow sends. */
export const sendingMutants: ReadonlyArray<Mutant> = [
  {
    rule: "lets the claim of a slow send expire",
    edits: [
      {
        in: "Outbox",
        from: "claimed_until IS NOT NULL`\n          ).pipe(retried, Effect.asVoid)",
        to: "claimed_until IS NULL`\n          ).pipe(retried, Effect.asVoid)"
      }
    ],
    tests: [["test/outbound/sending.test.ts", "does not reclaim a message while its claim is renewed"]]
  },
  {
    rule: "an hour without a count of its messages",
    edits: [{ in: "countInHour", from: "+ ${count}::int", to: "+ 0 * ${count}::int" }],
    tests: [[hourly, "two processes together keep an account's messages an hour"]]
  },
  {
    rule: "an hour that each process counts for itself",
    edits: [
      {
        in: "makeClaimLimited",
        from: "(yield* lockHour(sql, account_id, now))[channel]",
        to: "{ ...(yield* lockHour(sql, account_id, now))[channel], count: 0 }"
      }
    ],
    tests: [[hourly, "two processes together keep an account's messages an hour"]]
  },
  {
    rule: "an hour that skipped messages use up",
    edits: [
      {
        in: "SendMessages",
        from: "signal === null && result.status",
        to: "signal !== null && result.status"
      }
    ],
    tests: [[hourly, "are not used up by messages that are skipped"]]
  },
  {
    rule: "messages about orders that wait behind marketing",
    edits: [
      {
        in: "makeClaimLimited",
        from: "condition: sql`class = 'transactional'`",
        to: "condition: sql`false`"
      }
    ],
    tests: [[hourly, "go to transactional messages first"]]
  },
  {
    rule: "a cap that does not see messages that are being sent",
    edits: [
      {
        in: "withFrequency",
        from: "counts.set(contact_id, { sent, sending: sending + 1 })",
        to: "counts.set(contact_id, { sent, sending })"
      }
    ],
    tests: [racing]
  },
  {
    rule: "a cap that does not see the messages of other processes",
    edits: [{ in: "makeClaimLimited", from: "THEN ${day}::date END", to: "THEN NULL::date END" }],
    tests: [racing]
  },
  {
    rule: "a breaker that stays open",
    edits: [{ in: "admittedBy", from: "now >= openUntil && inFlight === 0 ? 1 : 0", to: "0" }],
    tests: [[breaker, "a server that answers 421 is slowed down, left alone for a minute, and probed"]]
  },
  {
    rule: "a failing server that is called on",
    edits: [
      {
        in: "admittedBy",
        from: "return now >= openUntil && inFlight === 0 ? 1 : 0",
        to: "return 99"
      }
    ],
    tests: [[breaker, "a server that answers 421 is slowed down, left alone for a minute, and probed"]]
  },
  {
    rule: "an account's failing server that stops other accounts",
    edits: [
      {
        in: "Transports.ts nameOf",
        from: 'channel === "email" && has_server ? account_id : channel',
        to: 'has_server && account_id === "" ? account_id : channel'
      }
    ],
    tests: [[breaker, "a failing server of one account stops its mails alone, and the process's does not stop theirs"]]
  }
]
