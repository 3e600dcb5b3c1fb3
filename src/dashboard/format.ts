/** A time as people here write it. */
export const showTime = (time: { readonly epochMilliseconds: number } | null | undefined): string =>
  time === null || time === undefined
    ? "—"
    : new Date(time.epochMilliseconds).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })

/** A state in words: `never_subscribed` is "never subscribed". */
export const showState = (state: string): string => state.replaceAll("_", " ")

/** The colour of a state, for a badge. Colour never says anything the word does not. */
export const colourOf = (state: string): string => {
  if (/^(subscribed|single_opt_in|active|sent|clicked|paid|delivered|finished|fulfilled|2\d\d)$/.test(state))
    return "teal"
  if (/(suppressed|failed|bounced|revoked|expired|failure|voided|^5\d\d$)/.test(state)) return "red"
  if (/(unsubscribed|skipped|held|paused|pending|^4\d\d$)/.test(state)) return "yellow"
  return "gray"
}
