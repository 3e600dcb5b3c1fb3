import type { Mutant } from "./mutants.ts"

const form = (name: string) => ["test/http/signUpForms.test.ts", name] as const
const preference = (name: string) => ["test/http/preferencePage.test.ts", name] as const

/** Rules of sign-up forms, their confirmation, and the preference page. */
export const signUps: ReadonlyArray<Mutant> = [
  {
    rule: "lets the words of a form hide the link to confirm",
    edits: [
      {
        file: "domain/forms/formRules.ts",
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
        file: "messages/templates/templateVariables.ts",
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
        file: "programs/forms/signUpSteps.ts",
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
        file: "domain/forms/DoubleOptIn.ts",
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
        file: "domain/forms/DoubleOptIn.ts",
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
        file: "programs/forms/ConfirmSignUps.ts",
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
        file: "domain/forms/DoubleOptIn.ts",
        from: "lastAsked !== undefined && now - lastAsked < requestPause",
        to: "lastAsked !== undefined && now < lastAsked"
      }
    ],
    tests: [form("asks an address once an hour")]
  },
  {
    rule: "takes the form of a robot that fills in hidden fields",
    edits: [{ file: "domain/forms/readSubmission.ts", from: '(values.get(honeypot) ?? "") !== "" ||', to: "" }],
    tests: [form("changes nothing for robots")]
  },
  {
    rule: "takes a form that was sent at once, or signed for another form",
    edits: [
      {
        file: "domain/forms/readSubmission.ts",
        from: "issued.form_id !== form_id ||\n  !(now - issued.at >= fillTime.least)",
        to: "form_id === undefined"
      }
    ],
    tests: [form("changes nothing for robots")]
  },
  {
    rule: "subscribes an address that left by a form without a confirmation",
    edits: [
      {
        file: "domain/forms/DoubleOptIn.ts",
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
        file: "programs/forms/SubmitForms.ts",
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
        file: "programs/contacts/ChoosePreferences.ts",
        from: 'if (choice === "email_on" && email !== null && !owned.ownsEmail) return "email"',
        to: ""
      }
    ],
    tests: [preference("asks an address that the message did not go to")]
  },
  {
    rule: "sends marketing messages during a pause",
    edits: [
      {
        file: "domain/messages/decideSend.ts",
        from: "now < (contact?.paused_until ?? 0)",
        to: "now < 0"
      }
    ],
    tests: [
      ["test/messages/pauses.test.ts", "skips marketing messages"],
      ["test/laws/messages.test.ts", "until the contact's pause ends"]
    ]
  }
]
