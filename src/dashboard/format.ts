import { formatAmount } from "../domain/orders/Currency.ts"
import { beginning } from "../domain/values/Text.ts"
import * as common from "./words/common.ts"
import * as words from "./words/status.ts"

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

const decimalSign = new Intl.NumberFormat().formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? "."

/** An amount with every digit, grouped as the browser's locale does. */
export const showAmount = (amount: string, currency: string): string =>
  formatAmount(amount, currency).replace(
    /^(-?)(\d+)(?:\.(\d+))?$/,
    (_, sign: string, whole: string, fraction?: string) =>
      `${sign}${BigInt(whole).toLocaleString()}${fraction === undefined ? "" : `${decimalSign}${fraction}`}`
  )

/** An amount with its currency. */
export const showMoney = (amount: string, currency: string): string => `${showAmount(amount, currency)} ${currency}`

/** An amount with its currency's sign, as the browser's locale places it, and every digit. */
export const showPreciseMoney = (amount: string, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: "currency", currency, maximumFractionDigits: 0 })
    .formatToParts(0)
    .map(({ type, value }) => (type === "integer" ? showAmount(amount, currency) : value))
    .join("")

/** A count; "10,000+" when `count` is a lower bound. */
export const showCount = (count: number, atLeast: boolean): string => `${count.toLocaleString()}${atLeast ? "+" : ""}`

/** Text that begins with a capital letter. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A state within a text: `never_subscribed` is "never subscribed". */
export const showState = (state: string): string => words.states[state] ?? state.replaceAll("_", " ")

/** A state that stands alone, as in a cell or an option: `never_subscribed` is "Never subscribed". */
export const showStatus = (state: string): string => capitalized(showState(state))

export const showChannel = (channel: string): string => (channel === "sms" ? common.sms : common.email)

/** The trigger of a run. */
export const showCause = (cause: string): string =>
  cause === "order_placed" ? words.orderPlaced : cause === "order_received" ? words.orderDelivered : showState(cause)

/** The colour of the dot before a state. The text carries the meaning; the colour only repeats it. */
export const statusColour = (state: string): string => {
  if (/^(subscribed|single_opt_in|active|applied|sent|clicked|paid|delivered|finished|fulfilled|2\d\d)$/.test(state))
    return "teal"
  if (/(suppressed|failed|bounced|revoked|expired|failure|voided|^5\d\d$)/.test(state)) return "orange"
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
  return json.replace(
    /"(?:[^"\\]|\\.)*(?:"|\\?$)|\s+|([{[])(?:\s*([}\]]))?|[}\]]|,|:/g,
    (part, opens?: string, closes?: string) => {
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
    }
  )
}
