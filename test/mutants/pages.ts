import type { Mutant } from "./mutants.ts"

/** Rules of pages in a browser. */
export const pages: ReadonlyArray<Mutant> = [
  {
    rule: "shows text of callers as markup",
    edits: [
      {
        in: "PostalAddress.tsx PostalAddress",
        from: '<Text key={index} size="sm" style={{ overflowWrap: "anywhere" }}>\n        <LongText text={line} />\n      </Text>',
        to: '<Text key={index} size="sm" style={{ overflowWrap: "anywhere" }} dangerouslySetInnerHTML={{ __html: line }} />'
      }
    ],
    tests: [
      [
        "test/browser/pages.test.ts",
        "show caller input as text, fit a phone, are accessible and keep to their Content-Security-Policy"
      ]
    ]
  },
  {
    rule: "uses styles that the content security policy blocks",
    edits: [{ in: "policy", from: " 'nonce-${nonce}'`", to: "`" }],
    tests: [
      [
        "test/browser/flowEditor.test.ts",
        "shows each issue at its step, and previews a message with a contact's data before saving"
      ]
    ]
  },
  {
    rule: "serves a missing asset as a page",
    edits: [
      {
        in: "ErrorAlert",
        from: "retry !== undefined && !isNotFound(error)",
        to: "retry !== undefined"
      }
    ],
    tests: [["test/browser/pages.test.ts", "answer unknown records, pages and sections with a not-found page"]]
  },
  {
    rule: "ends a session without a notice",
    edits: [{ in: "call.ts call", from: "sessionExpired.set(true)", to: "sessionExpired.set(false)" }],
    tests: [["test/browser/flowEditor.test.ts", "keeps unsaved changes when the session expires"]]
  },
  {
    rule: "takes a response from before the sign-in for the end of the new session",
    edits: [{ in: "call.ts call", from: "signIns.get() !== sentAt", to: "signIns.get() < sentAt" }],
    tests: [
      ["test/browser/forms.test.ts", "do not ask for the password again when an older response comes after the sign-in"]
    ]
  },
  {
    rule: "reads a file above the size limit",
    edits: [{ in: "sizeProblem", from: "file.size > importLimits.bytes", to: "file.size < 0" }],
    tests: [["test/browser/imports.test.ts", "upload nothing of a file that cannot be imported"]]
  }
]
