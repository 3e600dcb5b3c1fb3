import type { Mutant } from "./mutants.ts"

const testOf = (file: string, name: string): Mutant["tests"] => [[`test/browser/${file}.test.ts`, name]]

const colors = testOf(
  "mailColors",
  "are in the editor as a reader sees them on light and dark screens, with a note of what is badly read"
)

const previews = testOf("flowMail", "is previewed in the language that is edited, as that of a campaign is")

const turned = testOf("flowMail", "stays open at its block on a tablet that is turned, and Escape chooses blocks in it")

/** Rules of the editor of a mail and of the forms around it. */
export const mailEditor: ReadonlyArray<Mutant> = [
  {
    rule: "begins the form of a step again at another width",
    edits: [{ in: "OpenPanel", from: "<Paper\n", to: "<Paper key={String(isBeside)}\n" }],
    tests: turned
  },
  {
    rule: "closes the form of a step by Escape in its mail",
    edits: [{ in: "OpenPanel", from: " || panel.current?.contains(target) !== true", to: "" }],
    tests: turned
  },
  {
    rule: "keeps the language of a preview when another is edited",
    edits: [{ in: "MessagePreview.tsx MessagePreview", from: "    setChosen(followed)\n", to: "" }],
    tests: previews
  },
  {
    rule: "adds a text below one without words",
    edits: [{ in: "writeInColumn", from: 'last.textContent === ""', to: "false" }],
    tests: testOf(
      "keyboard/mail",
      "is begun in the list, gets a preview text, columns, colours and products, and is put in order"
    )
  },
  {
    rule: "covers the settings of a new block with a palette",
    edits: [{ in: "OptionalColorInput", from: "opened, transitionProps", to: "transitionProps" }],
    tests: testOf("mailBlocks", "show the settings of a new divider whole, its colours by a click alone")
  },
  {
    rule: "shows colours on the dark sheet that dark mails replace",
    edits: [{ in: "attributesOf", from: '{ class: "mail-light-only" }', to: "{}" }],
    tests: colors
  },
  {
    rule: "says nothing of colours that are hard to read",
    edits: [{ in: "colorNotes", from: "({ isFaint }) => isFaint", to: "() => false" }],
    tests: colors
  },
  {
    rule: "chooses the first block when Tab passes over a mail on a busy machine",
    edits: [{ in: "KeptSelection", from: "isByKey ? view.focus() : undefined", to: "undefined" }],
    tests: testOf("mailBlocks", "stay chosen while Tab passes over the mail, however busy the machine is")
  },
  {
    rule: "shows texts of shops without end",
    edits: [{ in: "startOf", from: "text.length <= 1.5 * max", to: "text.length >= 0" }],
    tests: testOf("longTexts", "are shown in part, and leave a page its width")
  }
]
