import type { Mutant } from "./mutants.ts"

/** Rules of who may do what: tokens, applications, accounts. */
export const accounts: ReadonlyArray<Mutant> = [
  {
    rule: "accepts any valid scope for a call that requires another",
    edits: [{ file: "http/auth/Authorization.ts", from: "!scopes.includes(scope)", to: "scopes.length === 0" }],
    tests: [["test/http/scopes.test.ts", "accepts … exactly where that scope is required"]]
  },
  {
    rule: "accepts an expired token",
    edits: [
      {
        file: "store/admission/admissionStatement.ts",
        from: "AND (expires_at IS NULL OR expires_at > clock.now)",
        to: ""
      }
    ],
    tests: [["test/http/scopes.test.ts", "that is unknown, expired or revoked"]]
  },
  {
    rule: "accepts a revoked token",
    edits: [{ file: "store/admission/admissionStatement.ts", from: " AND revoked_at IS NULL", to: "" }],
    tests: [["test/http/dashboardTokens.test.ts", "are shown once, work at once, and stop working when revoked"]]
  },
  {
    rule: "accepts a token in the query string",
    edits: [
      {
        file: "http/auth/Authorization.ts",
        from: "digest,\n        serviceAccountId:",
        to: 'digest: digest ?? digestOf(new URLSearchParams(request.url.split("?")[1]).get("access_token") ?? ""),\n        serviceAccountId:'
      }
    ],
    tests: [["test/http/scopes.test.ts", "in the query string"]]
  },
  {
    rule: "accepts a token one millisecond after it expired",
    edits: [
      {
        file: "store/admission/admissionStatement.ts",
        from: "OR expires_at > clock.now",
        to: "OR expires_at >= clock.now"
      }
    ],
    tests: [
      [
        "test/store/credentials.test.ts",
        "an API token lasts its chosen duration to the millisecond, then neither counts nor renews"
      ]
    ]
  },
  {
    rule: "accepts the secret of one hook at the other",
    edits: [
      {
        file: "http/public/Hooks.ts",
        from: 'openHookAddress(links, "email", token)',
        to: 'openHookAddress(links, "email", token) ?? openHookAddress(links, "sms", token)'
      }
    ],
    tests: [["test/http/credentialKinds.test.ts", "is not accepted as another kind of credential"]]
  },
  {
    rule: "does not limit guesses of a client secret",
    edits: [{ file: "http/auth/AddressBudget.ts", from: "if (!admission.granted)", to: "if (false)" }],
    tests: [
      [
        "test/http/credentialKinds.test.ts",
        "has guesses limited by client address over all kinds, and still works from other addresses"
      ]
    ]
  },
  {
    rule: "grants scopes that the application does not have",
    edits: [
      { file: "domain/accounts/ClientCredentials.ts", from: ".filter((scope) => enabled.includes(scope))", to: "" }
    ],
    tests: [["test/http/oauth.test.ts", "refuses each invalid request with its own code"]]
  },
  {
    rule: "looks up tokens that cannot be valid",
    edits: [
      {
        file: "http/auth/Authorization.ts",
        from: "tokenForm.test(token) ? digestOf(token) : null",
        to: "digestOf(token)"
      }
    ],
    tests: [["test/http/lookups.test.ts", "sent as a token draws from the address budget, without a lookup"]]
  },
  {
    rule: "looks up client ids that cannot be valid",
    edits: [
      {
        file: "programs/accounts/ExchangeCredentials.ts",
        from: "if (!clientForm.test(request.client_id))",
        to: "if (!clientForm)"
      }
    ],
    tests: [["test/http/lookups.test.ts", "sent as a client secret draws from the address budget, without a lookup"]]
  },
  {
    rule: "keeps scopes of an access token that its application has lost",
    edits: [
      {
        file: "store/admission/admissionStatement.ts",
        from: "unnest(token.scopes) INTERSECT SELECT unnest(application.scopes)",
        to: "unnest(token.scopes)"
      }
    ],
    tests: [["test/http/oauth.test.ts", "gives tokens that lose scopes and end with their application"]]
  },
  {
    rule: "lets a user act for an account without a membership",
    edits: [
      {
        file: "store/accounts/Accounts.ts",
        from: "WHERE account_id = ${account_id} AND ${reachable(user)}",
        to: "WHERE account_id = ${account_id}"
      }
    ],
    tests: [
      [
        "test/http/dashboardTenancy.test.ts",
        "answers the same 404 for foreign and absent accounts and ids, and changes nothing"
      ]
    ]
  },
  {
    rule: "reads an order by its id in any account",
    edits: [
      {
        file: "store/orders/OrderQueries.ts",
        from: "orders.account_id = ${account_id} AND order_id",
        to: "orders.account_id <> ${account_id} AND order_id"
      }
    ],
    tests: [
      [
        "test/http/dashboardTenancy.test.ts",
        "answers the same 404 for foreign and absent accounts and ids, and changes nothing"
      ]
    ]
  },
  {
    rule: "reads a contact by its id in any account",
    edits: [
      {
        file: "store/contacts/Contacts.ts",
        from: "WHERE account_id = ${account_id} AND contact_id = ANY(${texts(ids)}) ORDER BY contact_id ${locking}",
        to: "WHERE ${account_id} <> '' AND contact_id = ANY(${texts(ids)}) ORDER BY contact_id ${locking}"
      }
    ],
    tests: [["test/http/tenancy.test.ts", "keeps accounts apart"]]
  },
  {
    rule: "accepts a Service-Account-Id of an unrelated account",
    edits: [
      {
        file: "store/admission/admissionStatement.ts",
        from: "AND (account_id = token.account_id OR parent_id = token.account_id)",
        to: ""
      }
    ],
    tests: [["test/http/tenancy.test.ts", "keeps accounts apart"]]
  },
  {
    rule: "accepts connections to the cluster port without the key",
    edits: [
      { file: "engine/ClusterTransport.ts", from: "NodeSocketServer.layerTls({", to: "NodeSocketServer.layer({" }
    ],
    tests: [["test/faults/cluster.test.ts", "answers only processes with the same ENCRYPTION_KEY, whatever is sent"]]
  },
  {
    rule: "creates more subaccounts than the operator allows",
    edits: [
      {
        file: "store/accounts/Accounts.ts",
        from: "quotas.subaccounts(parent.limits.subaccounts)",
        to: "quotas.subaccounts(parent.limits.subaccounts * 10)"
      }
    ],
    tests: [["test/http/quotas.test.ts", "are limited to the number of subaccounts that the operator sets"]]
  },
  {
    rule: "reads all integrations of an account for each order",
    edits: [
      {
        file: "store/orders/orderSnapshot.ts",
        from: "AND active AND kind = 'custom' ORDER BY integration_id LIMIT 2",
        to: "ORDER BY integration_id"
      }
    ],
    tests: [
      [
        "test/store/integrationReads.test.ts",
        "are as few with 4,000 integrations as with 100, by token, by order and by neither"
      ]
    ]
  },
  {
    rule: "sends the order thanks for a voided order",
    edits: [{ file: "domain/flows/readyFlows.ts", from: 'op: "neq", value: "voided"', to: 'op: "neq", value: "void"' }],
    tests: [
      [
        "test/flows/readyFlows.test.ts",
        "send nothing for an order that is voided or refunded, at the start or during the delay"
      ]
    ]
  }
]
