import type { Mutant } from "./mutants.ts"

const testOf = (file: string, name: string): Mutant["tests"] => [[`test/browser/keyboard/${file}.test.ts`, name]]

/** Rules of what can be done by keyboard alone: each mutant takes one control out of the way of Tab, or forgets the focus. */
export const keyboard: ReadonlyArray<Mutant> = [
  {
    rule: "moves blocks by mouse alone",
    edits: [{ in: "BlockBar.tsx Tool", from: "onClick={props.onClick}", to: "tabIndex={-1} onClick={props.onClick}" }],
    tests: testOf(
      "mail",
      "is begun in the list, gets a preview text, columns, colours and products, and is put in order"
    )
  },
  {
    rule: "leaves the focus behind the form of a link",
    edits: [{ in: "LinkControl", from: "trapFocus returnFocus", to: "" }],
    tests: testOf("words", "get weight, colour, a place and a link by the tools, which give the focus back")
  },
  {
    rule: "deletes pictures by mouse alone",
    edits: [
      {
        in: "MediaGrid",
        from: "aria-label={words.deleteOne(picture.name)}",
        to: "aria-label={words.deleteOne(picture.name)} tabIndex={-1}"
      }
    ],
    tests: testOf("media", "takes pictures, gives one to a mail with its description, and deletes another")
  },
  {
    rule: "loses the focus with a dialog that is removed",
    edits: [{ in: "useFocusBack", from: "if (!opened) return", to: "if (opened) return" }],
    tests: testOf("media", "takes pictures, gives one to a mail with its description, and deletes another")
  },
  {
    rule: "loses the focus with a call",
    edits: [{ in: "keepFocusOfBusyControls", from: "target === last", to: "target !== last" }],
    tests: testOf(
      "review",
      "is sent to oneself from campaign, review and step, and has a checklist whose links are called"
    )
  },
  {
    rule: "chooses templates by mouse alone",
    edits: [{ in: "Gallery.tsx Gallery", from: "<Radio key={key}", to: "<Radio tabIndex={-1} key={key}" }],
    tests: testOf("templates", "begin a mail and a flow in the language that is chosen")
  },
  {
    rule: "takes a template in several languages for a translation",
    edits: [{ in: "EmailLanguagesInput", from: " && translations?.[shown] !== undefined", to: "" }],
    tests: [
      [
        "test/browser/savedLanguages.test.ts",
        "is saved from a mail that is written in them, begins another mail in all of them, and is not changed by it"
      ]
    ]
  },
  {
    rule: "adds languages by mouse alone",
    edits: [{ in: "LanguageTabs", from: "data-adds-language>", to: "data-adds-language tabIndex={-1}>" }],
    tests: testOf("languages", "are added, written in their tabs, and taken away again")
  },
  {
    rule: "opens forms by mouse alone",
    edits: [
      {
        in: "FormModal",
        from: "<Button {...button} onClick={open}>",
        to: "<Button {...button} tabIndex={-1} onClick={open}>"
      }
    ],
    tests: testOf("topics", "are made, renamed and deleted in the settings, and left on the preference page")
  },
  {
    rule: "checks the tracking domain by mouse alone",
    edits: [
      {
        in: "TrackingDomain.tsx TrackingDomain",
        from: "loading={check.isPending}",
        to: "loading={check.isPending} tabIndex={-1}"
      }
    ],
    tests: testOf(
      "senders",
      "get parameters and a tracking domain, which is checked and removed, and another sender, which is changed"
    )
  },
  {
    rule: "asks about a name by mouse alone",
    edits: [{ in: "DidYouMean", from: "<Button size=", to: "<Button tabIndex={-1} size=" }],
    tests: testOf(
      "conditions",
      "are picked of fields, countries, languages, tags and products in use, and taken away again"
    )
  },
  {
    rule: "compares variants by mouse alone",
    edits: [{ in: "VariantTestInput", from: "<Switch", to: "<Switch tabIndex={-1}" }],
    tests: testOf(
      "variants",
      "is set with a second subject, is told with its figures, and its campaign is read and duplicated"
    )
  },
  {
    rule: "offers plain signs by mouse alone",
    edits: [{ in: "SmsHint", from: "<Button", to: "<Button tabIndex={-1}" }],
    tests: testOf(
      "texts",
      "are priced in the settings, written with plain signs, and cost in the review what they are said to"
    )
  },
  {
    rule: "counts the cost of texts that nobody gets",
    edits: [{ in: "TextsCost", from: "review.recipients", to: "review.audience" }],
    tests: [
      [
        "test/browser/texts.test.ts",
        "show their parts and their cost as they are typed and in the review, by the price of the settings"
      ]
    ]
  }
]
