import type { Mutant } from "./mutants.ts"

/** What people see in a browser. */
export const pages: ReadonlyArray<Mutant> = [
  {
    rule: "text of callers shown as markup",
    edits: [
      {
        file: "dashboard/orders/PostalAddress.tsx",
        from: '<Text key={index} size="sm" style={{ overflowWrap: "anywhere" }}>\n        {line}\n      </Text>',
        to: '<Text key={index} size="sm" style={{ overflowWrap: "anywhere" }} dangerouslySetInnerHTML={{ __html: line }} />'
      }
    ],
    tests: [["test/browser/pages.test.ts", "show what callers sent as text"]]
  },
  {
    rule: "styles that the policy of the pages refuses",
    edits: [{ file: "http/pages/DashboardPages.ts", from: " 'nonce-${nonce}'`", to: "`" }],
    tests: [["test/browser/flowEditor.test.ts", "shows every issue of a save at its step"]]
  },
  {
    rule: "what is not there taken for what may pass",
    edits: [
      {
        file: "dashboard/components/Feedback.tsx",
        from: "retry !== undefined && !isNotFound(error)",
        to: "retry !== undefined"
      }
    ],
    tests: [["test/browser/pages.test.ts", "say of a thing, a page or a section that is not there"]]
  },
  {
    rule: "a session that ends unsaid",
    edits: [{ file: "dashboard/call.ts", from: "sessionExpired.set(true)", to: "sessionExpired.set(false)" }],
    tests: [["test/browser/flowEditor.test.ts", "keeps what was written when the session ends"]]
  },
  {
    rule: "a file too large to be taken in",
    edits: [{ file: "dashboard/imports/NewImport.tsx", from: "file.size > importLimits.bytes", to: "file.size < 0" }],
    tests: [["test/browser/imports.test.ts", "send nothing of a file that can't be taken in"]]
  }
]
