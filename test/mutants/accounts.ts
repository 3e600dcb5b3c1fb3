import type { Mutant } from "./mutants.ts"

/** Rules of who may do what: tokens, applications, accounts. */
export const accounts: ReadonlyArray<Mutant> = [
  {
    rule: "accepts any valid scope for a call that requires another",
    edits: [{ in: "AuthorizationLayer", from: "!scopes.includes(scope)", to: "scopes.length === 0" }],
    tests: [["test/http/scopes.test.ts", "of the scope that it requires alone, and refuses one of all other scopes"]]
  },
  {
    rule: "accepts the scope of reading for a call that requires that of writing",
    edits: [
      {
        in: "AuthorizationLayer",
        from: "!scopes.includes(scope)",
        to: '!scopes.some((held) => held.split("_")[0] === scope.split("_")[0])'
      }
    ],
    tests: [["test/http/scopes.test.ts", "of the scope that it requires alone, and refuses one of all other scopes"]]
  },
  {
    rule: "accepts an expired token",
    edits: [
      {
        in: "admissionStatement.ts statement",
        from: "AND (expires_at IS NULL OR expires_at > clock.now)",
        to: ""
      }
    ],
    tests: [["test/http/scopes.test.ts", "that is unknown, expired or revoked"]]
  },
  {
    rule: "accepts a revoked token",
    edits: [{ in: "admissionStatement.ts statement", from: " AND revoked_at IS NULL", to: "" }],
    tests: [["test/http/dashboardTokens.test.ts", "are shown once, work at once, and stop working when revoked"]]
  },
  {
    rule: "accepts a token in the query string",
    edits: [
      {
        in: "AuthorizationLayer",
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
        in: "admissionStatement.ts statement",
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
        in: "EmailHookLayer",
        from: 'openHookAddress(links, "email", token)',
        to: 'openHookAddress(links, "email", token) ?? openHookAddress(links, "sms", token)'
      }
    ],
    tests: [["test/http/credentialKinds.test.ts", "is not accepted as another kind of credential"]]
  },
  {
    rule: "does not limit guesses of a client secret",
    edits: [{ in: "AddressBudgetLayer", from: "if (!admission.granted)", to: "if (false)" }],
    tests: [
      [
        "test/http/credentialKinds.test.ts",
        "has guesses limited by client address over all kinds, and still works from other addresses"
      ]
    ]
  },
  {
    rule: "grants scopes that the application does not have",
    edits: [{ in: "grantScopes", from: ".filter((scope) => enabled.includes(scope))", to: "" }],
    tests: [["test/http/oauth.test.ts", "refuses each invalid request with its own code"]]
  },
  {
    rule: "looks up tokens that cannot be valid",
    edits: [
      {
        in: "AuthorizationLayer",
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
        in: "ManageCredentials",
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
        in: "admissionStatement.ts statement",
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
        in: "Accounts",
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
        in: "OrderQueries",
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
        in: "Contacts",
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
        in: "admissionStatement.ts statement",
        from: "AND (account_id = token.account_id OR parent_id = token.account_id)",
        to: ""
      }
    ],
    tests: [["test/http/tenancy.test.ts", "keeps accounts apart"]]
  },
  {
    rule: "accepts connections to the cluster port without the key",
    edits: [{ in: "ClusterServerLayer", from: "NodeSocketServer.layerTls({", to: "NodeSocketServer.layer({" }],
    tests: [["test/faults/cluster.test.ts", "answers only processes with the same ENCRYPTION_KEY, whatever is sent"]]
  },
  {
    rule: "creates more subaccounts than the operator allows",
    edits: [
      {
        in: "Accounts",
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
        in: "readOrderRows.ts statement",
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
    edits: [{ in: "isGood", from: 'op: "neq", value: "voided"', to: 'op: "neq", value: "void"' }],
    tests: [
      [
        "test/flows/readyFlows.test.ts",
        "send nothing for an order that is voided or refunded, at the start or during the delay"
      ]
    ]
  }
]
