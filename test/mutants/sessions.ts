import type { Mutant } from "./mutants.ts"

/** Rules of those who sign in: sessions, cookies, passwords. */
export const sessions: ReadonlyArray<Mutant> = [
  {
    rule: "a session that can't be one looked up",
    edits: [{ file: "http/dashboard/Cookie.ts", from: " && form.test(secret) ? secret", to: " && form ? secret" }],
    tests: [["test/http/lookups.test.ts", "when it comes as a session"]]
  },
  {
    rule: "a cookie that scripts can read",
    edits: [{ file: "http/dashboard/Cookie.ts", from: "httpOnly: true", to: "httpOnly: false" }],
    tests: [["test/http/dashboardSession.test.ts", "comes with an HttpOnly cookie"]]
  },
  {
    rule: "a cookie that goes out over plain HTTP",
    edits: [{ file: "http/dashboard/Cookie.ts", from: 'path: "/", secure }', to: 'path: "/", secure: false }' }],
    tests: [["test/faults/firstMinute.test.ts", "takes the owner from the settings"]]
  },
  {
    rule: "a session that outlives its password",
    edits: [
      {
        file: "store/Users.ts",
        from: "DELETE FROM sessions WHERE user_id = ${user_id}",
        to: "DELETE FROM sessions WHERE false"
      }
    ],
    tests: [["test/http/dashboardSession.test.ts", "ends everywhere when the password changes"]]
  },
  {
    rule: "a session without an end",
    edits: [
      { file: "store/Sessions.ts", from: "AND sessions.created_at > ${new Date(now - sessionLimits.whole)}", to: "" }
    ],
    tests: [["test/store/credentials.test.ts", "a session ends after 12 hours"]]
  },
  {
    rule: "passwords guessed at without end",
    edits: [{ file: "store/SignInAttempts.ts", from: "if (attempts <= limit)", to: "if (attempts > 0)" }],
    tests: [["test/http/dashboardSession.test.ts", "throttled by e-mail"]]
  },
  {
    rule: "passwords of many guessed at from one address without end",
    edits: [
      {
        file: "store/SignInAttempts.ts",
        from: "yield* add(nameOf.address(address), attemptLimits.perAddress)\n",
        to: ""
      }
    ],
    tests: [["test/http/signInAttempts.test.ts", "are 100 from one address"]]
  },
  {
    rule: "all addresses counted as one",
    edits: [{ file: "store/SignInAttempts.ts", from: "digestOf(`address|${ip}`)", to: 'digestOf("address")' }],
    tests: [["test/http/signInAttempts.test.ts", "are 100 from one address"]]
  },
  {
    rule: "an unknown e-mail that is told by its quick answer",
    edits: [
      {
        file: "programs/SignIn.ts",
        from: "const right = yield*",
        to: "if (found === undefined) return yield* new WrongCredentials()\n        const right = yield*"
      }
    ],
    tests: [["test/http/dashboardSession.test.ts", "is refused alike for unknown e-mails and wrong passwords"]]
  },
  {
    rule: "a user without a password who is told by the quick answer",
    edits: [
      {
        file: "store/Passwords.ts",
        from: "const [salt =",
        to: "if (hash === null) return Effect.succeed(false)\n            const [salt ="
      }
    ],
    tests: [["test/store/Passwords.test.ts", "cost one hash to compare"]]
  },
  {
    rule: "a fifth password hashed beside four",
    edits: [{ file: "store/Passwords.ts", from: "const atOnce = 4", to: "const atOnce = 5" }],
    tests: [["test/store/Passwords.test.ts", "are hashed four at a time at most"]]
  }
]
