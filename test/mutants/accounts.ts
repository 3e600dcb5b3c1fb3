import type { Mutant } from "./mutants.ts"

/** Rules of who may do what: tokens, applications, sessions, passwords, accounts. */
export const accounts: ReadonlyArray<Mutant> = [
  {
    rule: "any scope is as good as the one asked for",
    edits: [{ file: "http/Authorization.ts", from: "!scopes.includes(scope)", to: "scopes.length === 0" }],
    tests: [["test/http/scopes.test.ts", "in exactly where that is asked for"]]
  },
  {
    rule: "an expired token that lets in",
    edits: [
      {
        file: "store/admission.ts",
        from: "AND (expires_at IS NULL OR expires_at > clock.now)",
        to: ""
      }
    ],
    tests: [["test/http/scopes.test.ts", "that is unknown, expired or revoked"]]
  },
  {
    rule: "a revoked token that lets in",
    edits: [{ file: "store/admission.ts", from: " AND revoked_at IS NULL", to: "" }],
    tests: [["test/http/dashboardTokens.test.ts", "die when revoked"]]
  },
  {
    rule: "a token in the query string that lets in",
    edits: [
      {
        file: "http/Authorization.ts",
        from: "digest,\n        // An id",
        to: 'digest: digest ?? digestOf(new URLSearchParams(request.url.split("?")[1]).get("access_token") ?? ""),\n        // An id'
      }
    ],
    tests: [["test/http/scopes.test.ts", "in the query string"]]
  },
  {
    rule: "a token that lives a millisecond longer",
    edits: [{ file: "store/admission.ts", from: "OR expires_at > clock.now", to: "OR expires_at >= clock.now" }],
    tests: [["test/store/credentials.test.ts", "lasts what was chosen to the millisecond"]]
  },
  {
    rule: "a secret of one hook that opens the other",
    edits: [
      {
        file: "http/Hooks.ts",
        from: 'links.open("email", token)',
        to: 'links.open("email", token) ?? links.open("sms", token)'
      }
    ],
    tests: [["test/http/credentialKinds.test.ts", "never stands in for one of another kind"]]
  },
  {
    rule: "a client guessed at without end",
    edits: [{ file: "programs/ExchangeCredentials.ts", from: "if (!budget.granted)", to: "if (false)" }],
    tests: [["test/http/credentialKinds.test.ts", "is guessed at slowly"]]
  },
  {
    rule: "more scopes than the application has",
    edits: [{ file: "domain/Grant.ts", from: ".filter((scope) => enabled.includes(scope))", to: "" }],
    tests: [["test/http/oauth.test.ts", "refuses what it can't grant"]]
  },
  {
    rule: "an access token that keeps what its application lost",
    edits: [
      {
        file: "store/admission.ts",
        from: "unnest(token.scopes) INTERSECT SELECT unnest(application.scopes)",
        to: "unnest(token.scopes)"
      }
    ],
    tests: [["test/http/oauth.test.ts", "lose a scope, or their life, with their application"]]
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
  },
  {
    rule: "an account that somebody else's user acts for",
    edits: [
      {
        file: "store/ManagedAccounts.ts",
        from: "WHERE account_id = ${account_id} AND ${reachable(user)}",
        to: "WHERE account_id = ${account_id}"
      }
    ],
    tests: [["test/http/dashboardTenancy.test.ts", "keeps accounts apart"]]
  },
  {
    rule: "an order read under any account",
    edits: [
      {
        file: "store/OrderLists.ts",
        from: "orders.account_id = ${account_id} AND order_id",
        to: "orders.account_id <> ${account_id} AND order_id"
      }
    ],
    tests: [["test/http/dashboardTenancy.test.ts", "keeps accounts apart"]]
  },
  {
    rule: "a contact read under any account",
    edits: [
      {
        file: "store/Contacts.ts",
        from: "WHERE account_id = ${account_id} AND contact_id = ${contact_id} ${further}",
        to: "WHERE ${account_id} <> '' AND contact_id = ${contact_id} ${further}"
      }
    ],
    tests: [["test/http/tenancy.test.ts", "keeps accounts apart"]]
  },
  {
    rule: "an account named by whom it does not belong to",
    edits: [
      {
        file: "store/admission.ts",
        from: "AND (account_id = token.account_id OR parent_id = token.account_id)",
        to: ""
      }
    ],
    tests: [["test/http/tenancy.test.ts", "keeps accounts apart"]]
  }
]
