import type { Mutant } from "./mutants.ts"

/** Rules of what comes in over HTTP and what goes out: other sites, pages, webhooks, bodies, JSON. */
export const input: ReadonlyArray<Mutant> = [
  {
    rule: "accepts a request of another site with a user's session",
    edits: [{ in: "SameOriginLayer", from: "!isOwn || site ===", to: "site ===" }],
    tests: [["test/http/dashboardTenancy.test.ts", "requires a session, and refuses cross-site requests"]]
  },
  {
    rule: "accepts a request of another host of the same site with a user's session",
    edits: [{ in: "SameOriginLayer", from: ' || site === "same-site"', to: "" }],
    tests: [["test/http/dashboardTenancy.test.ts", "requires a session, and refuses cross-site requests"]]
  },
  {
    rule: "takes another host name of the service for its own",
    edits: [{ in: "SameOriginLayer", from: " && isLoopback(new URL(origin).hostname)", to: "" }],
    tests: [["test/http/ownOrigin.test.ts", "is loopback without PUBLIC_URL: a rebound host name is a foreign origin"]]
  },
  {
    rule: "accepts a request with two Host headers",
    edits: [{ in: "hasTwoHosts", from: "?? 0) > 1", to: "?? 0) > 2" }],
    tests: [["test/http/ownOrigin.test.ts", "with two Host headers is refused, and other hosts get no HSTS"]]
  },
  {
    rule: "gives each address of an IPv6 network a budget of its own",
    edits: [{ in: "addressNetwork", from: ".slice(0, 4)", to: ".slice(0, 8)" }],
    tests: [["test/laws/addressNetwork.test.ts", "is the /64 of IPv6"]]
  },
  {
    rule: "allows a page in a frame",
    edits: [{ in: "policy", from: `"frame-ancestors 'none'"`, to: `"frame-ancestors 'self'"` }],
    tests: [["test/http/pages.test.ts", "runs the service's own scripts only, cannot be framed, and sends no referrer"]]
  },
  {
    rule: "leaves the type of a response to be guessed",
    edits: [{ in: "Response.ts headersOf", from: '  "X-Content-Type-Options": "nosniff",\n', to: "" }],
    tests: [["test/http/pages.test.ts", "runs the service's own scripts only, cannot be framed, and sends no referrer"]]
  },
  {
    rule: "sends the same nonce with each page",
    edits: [
      {
        in: "guardedPage",
        from: 'randomBytes(16).toString("base64")',
        to: 'Buffer.alloc(16).toString("base64")'
      }
    ],
    tests: [["test/http/pages.test.ts", "of the API reference runs its own scripts only, with a new nonce each time"]]
  },
  {
    rule: "serves files outside the static directory",
    edits: [
      {
        in: "DashboardPagesLayer",
        from: 'yield* router.add("GET", "/dashboard/*", page(html))',
        to: `yield* router.add("GET", "/dashboard/*", page(html))
    yield* router.add("GET", "/dashboard/assets/:a/*", (request) =>
      Effect.orDie(
        Effect.map(
          files.readFileString(\`\${root}/assets/\${decodeURIComponent(request.url.slice("/dashboard/assets/".length))}\`),
          (text) => HttpServerResponse.text(text)
        )
      )
    )`
      }
    ],
    tests: [["test/http/pages.test.ts", "is served from its own files only, for any spelling of the path"]]
  },
  {
    rule: "calls a webhook at an address written as a number",
    edits: [{ in: "WebhookCalls", from: "isIP(host) !== 0 &&", to: "isIP(host) > 9 &&" }],
    tests: [["test/outbound/webhooks.test.ts", "an address that is not public is never called"]]
  },
  {
    rule: "calls a webhook whose host name resolves to a private address",
    edits: [
      {
        in: "WebhookCalls",
        from: "{ timeout: 10_000, lookup: publicLookup(lookup) }",
        to: "{ timeout: 10_000 }"
      }
    ],
    tests: [["test/outbound/webhooks.test.ts", "an address that is not public is never called"]]
  },
  {
    rule: "follows redirects of a webhook",
    edits: [
      {
        in: "outbound/webhooks/WebhookCalls.ts",
        from: "import { Agent, type Dispatcher, request }",
        to: "import { Agent, type Dispatcher, interceptors, request }"
      },
      {
        in: "WebhookCalls",
        from: "dispatcher: agent }",
        to: "dispatcher: agent.compose(interceptors.redirect({ maxRedirections: 1 })) }"
      }
    ],
    tests: [["test/outbound/webhooks.test.ts", "a receiver that fails or redirects"]]
  },
  {
    rule: "calls a webhook whose host name has one public address among private ones",
    edits: [{ in: "publicLookup", from: "!found.every(", to: "!found.some(" }],
    tests: [["test/outbound/rebinding.test.ts", "is refused when any of several is not public, or none was found"]]
  },
  {
    rule: "resolves the host name of a webhook again for the call",
    edits: [
      {
        in: "publicLookup",
        from: "return options.all === true ? callback(null, found) : callback(null, first.address, first.family)",
        to: "return resolve(hostname, options, callback)"
      }
    ],
    tests: [["test/outbound/rebinding.test.ts", "is looked up once"]]
  },
  {
    rule: "accepts a compressed body",
    edits: [{ in: "isOf", from: ' && headers["content-encoding"] === undefined', to: "" }],
    tests: [["test/http/bodies.test.ts", "accepts only application/json in UTF-8 without Content-Encoding"]]
  },
  {
    rule: "accepts a body of any size without a declared length",
    edits: [{ in: "readBytes", from: "ByteSize.bytes(limit)", to: "ByteSize.bytes(limit * 100)" }],
    tests: [["test/http/bodies.test.ts", "stops reading at 1 MiB"]]
  },
  {
    rule: "accepts unknown members",
    edits: [
      {
        in: "decodeJson",
        from: "Effect.succeed(result.success)",
        to: "Effect.succeed({ ...body, ...result.success })"
      }
    ],
    tests: [["test/http/unknownMembers.test.ts", "change nothing"]]
  },
  {
    rule: "takes the integration of an order from the caller",
    edits: [
      {
        in: "readWith",
        from: "toPlaceOrder(input, context, phone)",
        to: 'toPlaceOrder(input, { ...context, actor: body["actor"] ?? context.actor }, phone)'
      }
    ],
    tests: [["test/http/unknownMembers.test.ts", "change nothing"]]
  },
  {
    rule: "accepts a phone of zeros, which strangers share",
    edits: [
      {
        in: "normalizePhone",
        from: "new Set(number.nationalNumber).size === 1 ? undefined : number.number",
        to: "number.number"
      }
    ],
    tests: [["test/fieldCases/phones.test.ts", "one digit repeated is refused"]]
  },
  {
    rule: "guesses a country code for a phone without one",
    edits: [
      {
        in: "regionOf",
        from: "countries.find((country) => !isBlank(country))",
        to: 'countries.find((country) => countryCode(country ?? "") !== undefined)'
      }
    ],
    tests: [["test/fieldCases/phones.test.ts", "is never replaced by the one of the other address"]]
  },
  {
    rule: "gives one mailbox several contacts",
    edits: [
      {
        in: "emailKey",
        from: "(asciiDomain(address.slice(at)) ?? asciiLowerCase(address.slice(at)))",
        to: "asciiLowerCase(address.slice(at))"
      }
    ],
    tests: [["test/fieldCases/emails.test.ts", "is one mailbox"]]
  },
  {
    rule: "drops a consent that cannot be read",
    edits: [
      {
        in: "readWith",
        from: "isSecondary: (member: string) => !essential.has(member)",
        to: "isSecondary: () => true"
      }
    ],
    tests: [["test/fieldCases/lenient.test.ts", "still refuses invalid identity, price and consent fields"]]
  },
  {
    rule: "does not check text below a repeated key",
    edits: [{ in: "Json.ts issueOf", from: ' ?? { field: "", message: notText }', to: "" }],
    tests: [["test/laws/json.test.ts", "checks values hidden by a repeated name, since they are stored"]]
  },
  {
    rule: "decodes bytes that are not UTF-8",
    edits: [{ in: "utf8", from: "fatal: true", to: "fatal: false" }],
    tests: [["test/laws/json.test.ts", "refuses bytes that are not UTF-8"]]
  },
  {
    rule: "uses the first of repeated members",
    edits: [
      {
        in: "exactMembers",
        from: "new Map(membersOf(json))\n  for",
        to: "new Map([...membersOf(json)].toReversed())\n  for"
      }
    ],
    tests: [["test/laws/json.test.ts", "gives every member its source text, the last of repeated names"]]
  },
  {
    rule: "accepts text that the database cannot store",
    edits: [{ in: "Json.ts isText", from: "text.isWellFormed() && ", to: "" }],
    tests: [["test/laws/jsonChoices.test.ts", "half a character is no text"]]
  },
  {
    rule: "accepts JSON of any depth",
    edits: [{ in: "Json.ts issueOf", from: "depthOf(text) > maxDepth", to: "depthOf(text) > maxDepth * 2" }],
    tests: [["test/laws/jsonGrammar.test.ts", "checks structure, and limits the depth"]]
  },
  {
    rule: "takes a number with source text for an object",
    edits: [
      {
        in: "isObject",
        from: " && !Array.isArray(value) && !JSON.isRawJSON(value)",
        to: " && !Array.isArray(value)"
      }
    ],
    tests: [["test/laws/jsonCases.test.ts", "accepts no number for an object, also one that keeps its text"]]
  }
]
