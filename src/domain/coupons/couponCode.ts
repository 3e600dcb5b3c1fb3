import { Schema } from "effect"
import { leaf, madeUpText } from "../json/Leaf.ts"

const form = /^[A-Za-z0-9][A-Za-z0-9._-]{2,63}$/

/** The made-up code of previews and test mails. No coupon has it, so that no real code is ever shown there. */
export const sampleCode = "SAMPLE-CODE"

/** The text by which codes are compared: case does not count. Pure. */
export const codeKey = (code: string): string => code.toUpperCase()

/** Whether the text can be a code of a coupon. */
export const isCouponCode = (code: string): boolean => form.test(code) && codeKey(code) !== sampleCode

/** A code of a coupon. */
export const CouponCode = leaf({
  to: Schema.String.check(madeUpText(/^[A-Z0-9]{6,12}$/)),
  json: { type: "string", pattern: form.source, examples: ["SPRING-7KQ2MX"] },
  message: `Must be 3 to 64 letters, digits, . _ or -, beginning with a letter or digit, and not ${sampleCode}`,
  decode: (value) => (typeof value === "string" && isCouponCode(value) ? value : undefined),
  encode: (code) => code
})

/** Codes without those that a former one equals but for case, and those. Pure, linear. */
export const distinctCodes = (
  codes: ReadonlyArray<string>
): { readonly distinct: ReadonlyArray<string>; readonly repeated: ReadonlyArray<string> } => {
  const keys = new Set<string>()
  const repeated: Array<string> = []
  const distinct = codes.filter((code) => {
    const key = codeKey(code)
    if (keys.has(key)) repeated.push(code)
    else return keys.add(key)
    return false
  })
  return { distinct, repeated }
}
