import type { Mutant } from "./mutants.ts"

const library = "test/http/media.test.ts"

/** Rules of the media library. */
export const media: ReadonlyArray<Mutant> = [
  {
    rule: "deletes a picture that a draft is being saved with",
    edits: [{ in: "MediaFiles", from: "LIMIT ${digests.length} FOR KEY SHARE", to: "LIMIT ${digests.length}" }],
    tests: [[library, "is never left without a picture that a draft shows, however a save and a deletion meet"]]
  },
  {
    rule: "deletes a picture that was sent",
    edits: [{ in: "mediaUses", from: "deleted_at IS NULL OR begun_at IS NOT NULL", to: "deleted_at IS NULL" }],
    tests: [[library, "keeps what a message has shown that was sent, also of a campaign that was deleted"]]
  },
  {
    rule: "decodes whatever a header declares",
    edits: [{ in: "headerFault", from: "pixels > limits.pixels", to: "false" }],
    tests: [
      [
        "test/laws/pictures.test.ts",
        "that is taken has at most 50 million pixels, and a larger one of the same kind is refused where it is"
      ]
    ]
  },
  {
    rule: "keeps where a photo was taken",
    edits: [{ in: "Pictures", from: "encoders[type](source.autoOrient()", to: "encoders[type](source.keepMetadata()" }],
    tests: [[library, "keeps nothing of a file but its pixels, upright and at most 2,400 of them on a side"]]
  }
]
