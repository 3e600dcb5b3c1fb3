import { DateTime } from "effect"
import { compareVariants, type VariantCounts } from "./betterVariant.ts"
import { firstVariant, maxLooks, type VariantChoice, type VariantTest } from "./VariantTest.ts"

type Waits = Pick<VariantTest, "wait_hours" | "extend_hours">

const hour = 3_600_000

/** When a test is looked at, in milliseconds: after the wait, and then at equal steps to the end of its extension. */
const looks = ({ wait_hours, extend_hours }: Waits, sent_at: number): ReadonlyArray<number> => {
  const first = sent_at + wait_hours * hour
  const further = extend_hours === 0 ? 0 : maxLooks - 1
  return [first, ...Array.from({ length: further }, (_, at) => first + ((at + 1) * extend_hours * hour) / further)]
}

/** The state of a test whose last message has gone out at `now` (milliseconds). Pure. */
export const beginWait = (test: Waits, now: number): VariantChoice => ({
  sent_at: DateTime.makeUnsafe(now),
  looked_at: null,
  next_look_at: DateTime.makeUnsafe(now + test.wait_hours * hour),
  variant: null,
  reason: null,
  leading: null,
  probability: null,
  currency: null,
  variants: []
})

/**
 * The state of a test after a look at `now` (milliseconds): the better variant is chosen, or the first one at the last look, or it is looked at
 * again. Looks that were missed are not made up for, so that chance has no more of them. Pure.
 */
export const lookAt = (
  test: VariantTest,
  choice: VariantChoice,
  { currency, variants: counts }: { readonly currency: string | null; readonly variants: ReadonlyArray<VariantCounts> },
  now: number
): VariantChoice => {
  const found = compareVariants(test.measure, counts, choice.looked_at === null)
  const next = looks(test, choice.sent_at.epochMilliseconds).find((at) => at > now)
  const isBetter = found?.isBetter === true
  const variant = isBetter ? found.leading : next === undefined ? firstVariant : null
  return {
    sent_at: choice.sent_at,
    looked_at: DateTime.makeUnsafe(now),
    next_look_at: variant === null && next !== undefined ? DateTime.makeUnsafe(next) : null,
    variant,
    reason: variant === null ? null : isBetter ? "better" : "limit",
    leading: found?.leading ?? null,
    probability: found === undefined ? null : Number(found.probability.toFixed(4)),
    currency,
    variants: counts.map(({ people, count, revenue }) => ({ people, count, revenue: Number(revenue.toFixed(2)) }))
  }
}
