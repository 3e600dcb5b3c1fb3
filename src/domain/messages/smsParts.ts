// 3GPP TS 23.038: the basic character set, and the characters of its extension, which take two places.
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
const extended = new Set("\f^{}\\[~]|€")

/** Signs that word processors put in place of those of a keyboard. */
const plainSigns: ReadonlyMap<string, string> = new Map([
  ..."‘’‚‛′`´".split("").map((sign) => [sign, "'"] as const),
  ..."“”„‟″«»".split("").map((sign) => [sign, '"'] as const),
  ..."‐‑‒–—―−".split("").map((sign) => [sign, "-"] as const),
  ["…", "..."],
  ["•", "-"],
  ["\u00a0", " "],
  ["\u202f", " "],
  ["\u2009", " "]
])

/** How a text is sent and billed. */
export interface SmsParts {
  readonly encoding: "GSM-7" | "UCS-2"
  /** Characters that one part of the text may have: 160 or 153 in GSM-7, else 70 or 67. */
  readonly part_length: number
  readonly parts: number
  /** The signs for which the text needs UCS-2, each once, at most 20. */
  readonly special: ReadonlyArray<string>
  /** The text with plain signs in place of those of word processors; null if that makes no fewer parts possible. */
  readonly plain: string | null
}

const maxSpecial = 20

// A sign of two places is never divided between two parts.
const countParts = (places: ReadonlyArray<number>, single: number, each: number): number => {
  const total = places.reduce((sum, width) => sum + width, 0)
  if (total <= single) return 1
  let [parts, used] = [1, 0]
  for (const width of places) {
    if (used + width > each) [parts, used] = [parts + 1, 0]
    used += width
  }
  return parts
}

/** The parts that a text is sent and billed in. Linear in its length. Pure. */
export const smsParts = (text: string): SmsParts => {
  const signs = [...text]
  const special = [...new Set(signs.filter((sign) => !basic.has(sign) && !extended.has(sign)))]
  const isPlain = special.length === 0
  const places = signs.map((sign) => (isPlain ? (extended.has(sign) ? 2 : 1) : sign.length))
  const [single, each] = isPlain ? [160, 153] : [70, 67]
  const parts = countParts(places, single, each)
  const isReplaceable = !isPlain && special.every((sign) => plainSigns.has(sign))
  return {
    encoding: isPlain ? "GSM-7" : "UCS-2",
    part_length: parts === 1 ? single : each,
    parts,
    special: special.slice(0, maxSpecial),
    plain: isReplaceable ? signs.map((sign) => plainSigns.get(sign) ?? sign).join("") : null
  }
}
