import * as words from "../words/components.ts"

/** The messages that were sent, and apart from them those that were not, because no mail server is set. */
export const SentCount = ({ sent, captured }: { readonly sent: number; readonly captured: number }) =>
  words.sentCount(sent, captured)
