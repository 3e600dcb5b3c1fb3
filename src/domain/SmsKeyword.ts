/** What a text from a phone asks for (contract §4). */
export type SmsKeyword = "stop" | "start"

const words = new Map<string, SmsKeyword>([
  ...["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"].map(
    (word) => [word, "stop"] as const
  ),
  ...["START", "UNSTOP", "YES", "Y"].map((word) => [word, "start"] as const)
])

/** The keyword that a text is as a whole, case, space and punctuation aside; undefined for any other text. */
export const keywordOf = (text: string): SmsKeyword | undefined =>
  text.length > 1_600 ? undefined : words.get(text.replace(/[\s\p{P}\p{S}\p{Cf}]+/gu, "").toUpperCase())
