import type { Mutant } from "./mutants.ts"

const form = (name: string) => ["test/http/signUpForms.test.ts", name] as const
const bounds = (name: string) => ["test/http/signUpBounds.test.ts", name] as const
const preference = (name: string) => ["test/http/preferencePage.test.ts", name] as const

/** Rules of sign-up forms, their confirmation, and the preference page. */
export const signUps: ReadonlyArray<Mutant> = [
  {
    rule: "lets the words of a form hide the link to confirm",
    edits: [
      {
        in: "hidesLink",
        from: 'source.includes("{%") || /\\|\\s*raw\\b/.test(source)',
        to: "source.length < 0"
      }
    ],
    tests: [["test/laws/confirmationMessages.test.ts", "is refused where it could lose its link"]]
  },
  {
    rule: "sends what a visitor entered to the address that they named",
    edits: [
      {
        in: "formVariables",
        from: "formVariables: KnownVariables = { account: { name: true } }",
        to: "formVariables: KnownVariables = always"
      }
    ],
    tests: [["test/laws/confirmationMessages.test.ts", "shows what a visitor entered"]]
  },
  {
    rule: "asks by the service's mail where the form has its own",
    edits: [
      {
        in: "signUpSteps",
        from: "askingMail(to, language, confirmation_mail ?? undefined)",
        to: "askingMail(to, language)"
      }
    ],
    tests: [form("asks by its own mail and text")]
  },
  {
    rule: "confirms a sign-up twice",
    edits: [
      {
        in: "onConfirmed",
        from: 'if (request.isConfirmed) return state === "subscribed" ? "repeated" : "void"',
        to: ""
      }
    ],
    tests: [form("asks to confirm by mail"), ["test/laws/doubleOptIn.test.ts", "once for each request"]]
  },
  {
    rule: "confirms a sign-up from before an unsubscription",
    edits: [
      {
        in: "onConfirmed",
        from: 'if (withdrawal !== null && withdrawal.at >= request.at) return "void"',
        to: ""
      }
    ],
    tests: [form("is not confirmed after an unsubscription")]
  },
  {
    rule: "confirms a sign-up for an address that the contact no longer has",
    edits: [
      {
        in: "makeConfirmSignUps",
        from: "asking.recipient !== null && sameEmail(contact.email, asking.recipient)",
        to: "asking.recipient !== null"
      }
    ],
    tests: [form("is not confirmed after an unsubscription")]
  },
  {
    rule: "asks an address as often as it is submitted",
    edits: [
      {
        in: "askedLately",
        from: "lastAsked !== undefined && now - lastAsked < requestPause",
        to: "lastAsked !== undefined && now < lastAsked"
      }
    ],
    tests: [form("asks an address once an hour")]
  },
  {
    rule: "tells a person who left and comes back within the hour of a mail that it does not send",
    edits: [{ in: "isVoid", from: 'withdrawal.by === "person"', to: 'withdrawal.by !== "person"' }],
    tests: [["test/laws/doubleOptIn.test.ts", "asks who left and comes back within the hour again"]]
  },
  {
    rule: "takes a form whose hidden field was filled in",
    edits: [
      {
        in: "judgeSubmission",
        from: '(values.get(honeypot) ?? "") === "" ? "read" : "hidden_field"',
        to: '"read"'
      }
    ],
    tests: [bounds("shows the page again where software")]
  },
  {
    rule: "takes a form that was sent at once, or signed for another form",
    edits: [
      {
        in: "judgeSubmission",
        from: "shown === undefined || shown.form_id !== form_id || !(now - shown.at >= fillTime.least)",
        to: "shown === undefined"
      }
    ],
    tests: [form("changes nothing for robots")]
  },
  {
    rule: "asks any number of phones by paid texts",
    edits: [{ in: "Forms.ts Forms", from: "OR kept.texts < kept.texts_per_hour", to: "OR kept.texts >= 0" }],
    tests: [bounds("asks no more phones an hour")]
  },
  {
    rule: "sends paid texts to satellite, premium-rate and foreign phones that strangers enter",
    edits: [
      {
        in: "isTextable",
        from: "number?.country !== undefined && countries.includes(number.country) && types.has(number.getType())",
        to: "number !== undefined && countries.length > 0 && types.size > 0"
      }
    ],
    tests: [bounds("asks no more phones an hour"), ["test/laws/textableNumbers.test.ts", "are never of premium-rate"]]
  },
  {
    rule: "takes a page of a form any number of times",
    edits: [
      {
        in: "SubmitForms",
        from: 'if (use !== "first") return',
        to: 'if (use === "repeated") return'
      }
    ],
    tests: [bounds("takes one submission of a page")]
  },
  {
    rule: "keeps another wording as proof than the person saw",
    edits: [
      {
        in: "SubmitForms",
        from: "wording, wording_version: page.wording_version",
        to: "wording: form.wording, wording_version: form.wording_version"
      }
    ],
    tests: [bounds("keeps the wording that the person saw")]
  },
  {
    rule: "subscribes an address that left by a form without a confirmation",
    edits: [
      {
        in: "onEmailSubmitted",
        from: "!doubleOptIn && !isOptOut(state) && withdrawal === null",
        to: "!doubleOptIn"
      }
    ],
    tests: [form("lets people who left come back")]
  },
  {
    rule: "overwrites the data of a known contact by a form",
    edits: [
      {
        in: "SubmitForms",
        from: "email: byEmail === undefined ? email : null,",
        to: "email,"
      }
    ],
    tests: [form("asks an address once an hour")]
  },
  {
    rule: "applies a choice of the preference page to another address",
    edits: [
      {
        in: "ChoosePreferences",
        from: 'if (choice === "email_on" && email !== null && !owned.ownsEmail) return "email"',
        to: ""
      }
    ],
    tests: [preference("asks an address that the message did not go to")]
  },
  {
    rule: "sends mail of a topic that its contact left before it was sent",
    edits: [{ in: "hasLeftTopic", from: "contact.left_topics.includes(topic)", to: "topic.length > 40" }],
    tests: [
      ["test/campaigns/topics.test.ts", "goes to whoever is in at the moment of sending"],
      ["test/laws/messages.test.ts", "skips marketing mail of flows of a topic that the contact left"]
    ]
  },
  {
    rule: "leaves the topics that the preference page did not show",
    edits: [
      {
        in: "ChoosePreferences",
        from: "const shown = all.filter((key) => known.has(key))",
        to: 'const shown = ["news", "sales"]'
      }
    ],
    tests: [preference("leaves and returns to topics one by one")]
  },
  {
    rule: "counts a topic that was left as left mail",
    edits: [{ in: "leavings", from: "AND NOT l.refused AND l.topic IS NULL", to: "AND NOT l.refused" }],
    tests: [["test/campaigns/topics.test.ts", "goes to whoever is in at the moment of sending"]]
  },
  {
    rule: "sends marketing messages during a pause",
    edits: [
      {
        in: "decideAllowed",
        from: "now < (contact?.paused_until ?? 0)",
        to: "now < 0"
      }
    ],
    tests: [
      ["test/outbound/pauses.test.ts", "skips marketing messages"],
      ["test/laws/messages.test.ts", "until the contact's pause ends"]
    ]
  }
]
