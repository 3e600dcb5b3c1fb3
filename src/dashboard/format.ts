import { formatAmount } from "../domain/orders/Currency.ts"
import { beginning } from "../domain/values/Text.ts"

/** A time as people here write it. */
export const showTime = (time: { readonly epochMilliseconds: number } | null | undefined): string =>
  time === null || time === undefined ? "—" : shownTime(new Date(time.epochMilliseconds))

// The year is told when it is not this one.
const shownTime = (date: Date): string =>
  date.toLocaleString(undefined, {
    ...(date.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" }),
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit"
  })

/** An amount with the digits of its currency. */
export const showMoney = (amount: string, currency: string): string => `${formatAmount(amount, currency)} ${currency}`

/** A number of things; "10,000+" where there may be more. */
export const showCount = (count: number, atLeast: boolean): string => `${count.toLocaleString()}${atLeast ? "+" : ""}`

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

/** Text cut to a length. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${beginning(text, most - 1)}…`

/** JSON over several lines, every number to the digit: only the space between its parts changes. */
export const prettyJson = (json: string): string => {
  let depth = 0
  const line = () => `\n${"  ".repeat(depth)}`
  return json.replace(/"(?:[^"\\]|\\.)*"|\s+|([{[])\s*([}\]])?|[}\]]|,|:/g, (part, opens?: string, closes?: string) => {
    if (opens !== undefined) {
      if (closes !== undefined) return opens + closes
      depth++
      return opens + line()
    }
    if (part === "}" || part === "]") {
      depth--
      return line() + part
    }
    if (part === ",") return part + line()
    if (part === ":") return ": "
    return part.trim() === "" ? "" : part
  })
}
