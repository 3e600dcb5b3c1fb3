import { formatAmount } from "../domain/orders/Currency.ts"
import { beginning } from "../domain/values/Text.ts"

/** A time in the locale and time zone of the browser. */
export const showTime = (time: { readonly epochMilliseconds: number } | null | undefined): string =>
  time === null || time === undefined ? "—" : dateText(new Date(time.epochMilliseconds))

const dateText = (date: Date): string =>
  date.toLocaleString(undefined, {
    ...(date.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" }),
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit"
  })

/** An amount with the digits of its currency. */
export const showMoney = (amount: string, currency: string): string => `${formatAmount(amount, currency)} ${currency}`

/** A count; "10,000+" when `count` is a lower bound. */
export const showCount = (count: number, atLeast: boolean): string => `${count.toLocaleString()}${atLeast ? "+" : ""}`

/** A state without underscores: `never_subscribed` is "never subscribed". */
export const showState = (state: string): string => state.replaceAll("_", " ")

export const showChannel = (channel: string): string => (channel === "sms" ? "SMS" : "E-mail")

/** The trigger of a run. */
export const showCause = (cause: string): string =>
  cause === "order_placed" ? "order placed" : cause === "order_received" ? "order delivered" : "event"

/** The badge colour of a state. The text carries the meaning; the colour only repeats it. */
export const statusColour = (state: string): string => {
  if (/^(subscribed|single_opt_in|active|sent|clicked|paid|delivered|finished|fulfilled|2\d\d)$/.test(state))
    return "teal"
  if (/(suppressed|failed|bounced|revoked|expired|failure|voided|^5\d\d$)/.test(state)) return "red"
  if (/(unsubscribed|skipped|held|paused|pending|^4\d\d$)/.test(state)) return "yellow"
  return "gray"
}

/** Text cut to at most `max` characters, with an ellipsis. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${beginning(text, max - 1)}…`

/** Indented JSON. Works on the text, so that numbers keep every digit. */
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
