import type { Mutant } from "./mutants.ts"

/** Rules of those who sign in: sessions, cookies, passwords. */
export const sessions: ReadonlyArray<Mutant> = [
  {
    rule: "looks up sessions that cannot be valid",
    edits: [{ in: "SessionCookie", from: " && form.test(secret) ? secret", to: " && form ? secret" }],
    tests: [["test/http/lookups.test.ts", "sent as a session cookie causes no query"]]
  },
  {
    rule: "sends a session cookie that scripts can read",
    edits: [{ in: "SessionCookie", from: "httpOnly: true", to: "httpOnly: false" }],
    tests: [["test/http/dashboardSession.test.ts", "comes with an HttpOnly cookie"]]
  },
  {
    rule: "sends a session cookie over plain HTTP",
    edits: [{ in: "SessionCookie", from: 'path: "/", secure }', to: 'path: "/", secure: false }' }],
    tests: [["test/faults/firstRunOutput.test.ts", "reads the owner from the settings and prints no link"]]
  },
  {
    rule: "keeps sessions after a change of the password",
    edits: [
      {
        in: "Users.ts Users",
        from: "DELETE FROM sessions WHERE user_id = ${user_id}",
        to: "DELETE FROM sessions WHERE false"
      }
    ],
    tests: [["test/http/dashboardSession.test.ts", "ends in all other browsers when the password changes"]]
  },
  {
    rule: "keeps a session without an end",
    edits: [
      {
        in: "Sessions",
        from: "AND sessions.created_at > ${new Date(now - sessionLimits.lifetime)}",
        to: ""
      }
    ],
    tests: [["test/store/credentials.test.ts", "a session ends after 12 hours"]]
  },
  {
    rule: "does not limit guesses of a password",
    edits: [{ in: "Sessions", from: "if (attempts <= limit)", to: "if (attempts > 0)" }],
    tests: [["test/http/dashboardSession.test.ts", "throttled by e-mail"]]
  },
  {
    rule: "does not limit guesses of one address at many passwords",
    edits: [
      {
        in: "Sessions",
        from: "yield* addWithin(keyOf.address(address), attemptLimits.perAddress)\n",
        to: "yield* addWithin(keyOf.address(address), 1_000_000)\n"
      }
    ],
    tests: [
      [
        "test/http/signInAttempts.test.ts",
        "are limited to 100 per client address in 15 minutes over all e-mails, without affecting other addresses"
      ]
    ]
  },
  {
    rule: "counts all addresses as one",
    edits: [{ in: "Sessions", from: "digestOf(`address|${ip}`)", to: 'digestOf("address")' }],
    tests: [
      [
        "test/http/signInAttempts.test.ts",
        "are limited to 100 per client address in 15 minutes over all e-mails, without affecting other addresses"
      ]
    ]
  },
  {
    rule: "blocks a user because of guesses from elsewhere",
    edits: [
      {
        in: "Sessions",
        from: "digestOf(JSON.stringify([key, ip]))",
        to: "digestOf(JSON.stringify([key, ip.length]))"
      }
    ],
    tests: [
      [
        "test/http/signInAttempts.test.ts",
        "are limited to ten failures per e-mail and client address; the right password works from another address"
      ]
    ]
  },
  {
    rule: "trusts the old password of an invited user",
    edits: [
      {
        in: "decideAcceptance",
        from: "if (user.proven) return",
        to: "if (user !== undefined) return"
      }
    ],
    tests: [["test/laws/acceptance.test.ts", "leaves no password in force"]]
  },
  {
    rule: "lets a link shown to one owner take over a member of another",
    edits: [
      {
        in: "decideAcceptance",
        from: "linkProves || !user.active",
        to: "linkProves || user !== undefined"
      }
    ],
    tests: [["test/http/provenAddresses.test.ts", "a link shown to an owner of one account gives no access to another"]]
  },
  {
    rule: "hashes passwords of a guesser before those of others",
    edits: [{ in: "makePriorityLimit", from: "rank > waiter.rank", to: "rank < waiter.rank" }],
    tests: [["test/store/priorityLimit.test.ts", "runs lower ranks first, and one rank in the order of arrival"]]
  },
  {
    rule: "applies a repeated text again",
    edits: [{ in: "makeReceivedTexts", from: "return rows.length > 0", to: "return rows.length >= 0" }],
    tests: [["test/http/smsHook.test.ts", "are applied once by id: a STOP redelivered after a START changes nothing"]]
  },
  {
    rule: "accepts a hook address after its rotation",
    edits: [{ in: "Hooks.ts accountOf", from: "hook_nonce === address.nonce ?", to: "hook_nonce !== undefined ?" }],
    tests: [
      [
        "test/http/rotation.test.ts",
        "rotate for one account: old addresses answer 404, links in sent mails keep working"
      ]
    ]
  },
  {
    rule: "reveals an unknown e-mail by a quick answer",
    edits: [
      {
        in: "SignIn",
        from: "const matches = yield*",
        to: "if (found === undefined) return yield* new WrongCredentials()\n        const matches = yield*"
      }
    ],
    tests: [
      [
        "test/http/dashboardSession.test.ts",
        "is refused with the same answer for unknown e-mails and wrong passwords, and throttled by e-mail"
      ]
    ]
  },
  {
    rule: "reveals a user without a password by a quick answer",
    edits: [
      {
        in: "Passwords",
        from: "const [log =",
        to: "if (hash === null) return Effect.succeed(false)\n            const [log ="
      }
    ],
    tests: [["test/store/passwords.test.ts", "cost one hash to compare"]]
  },
  {
    rule: "hashes five passwords at once",
    edits: [{ in: "maxConcurrent", from: "const maxConcurrent = 4", to: "const maxConcurrent = 5" }],
    tests: [["test/store/passwords.test.ts", "are hashed four at a time at most"]]
  }
]
