const form = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?$/

const scaled = (text: string, digits: number): bigint => {
  const [, sign = "", whole = "0", fraction = ""] = form.exec(text) ?? []
  const value = BigInt(whole + fraction.padEnd(digits, "0"))
  return sign === "-" ? -value : value
}

const fractionDigits = (text: string): number => form.exec(text)?.[3]?.length ?? 0

/** Compares the exact sum of decimal texts with another decimal text: negative, zero or positive. Any other text counts as zero. */
export const compareSum = (parts: ReadonlyArray<string>, other: string): number => {
  const digits = Math.max(...[...parts, other].map(fractionDigits))
  const sum = parts.reduce((total, part) => total + scaled(part, digits), 0n)
  const difference = sum - scaled(other, digits)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Whether an amount is at most so many percent of a whole that is more than zero, exactly. Any other text counts as zero. */
export const isAtMostPercent = (amount: string, percent: number, whole: string): boolean => {
  const digits = Math.max(fractionDigits(amount), fractionDigits(whole))
  const all = scaled(whole, digits)
  return all > 0n && scaled(amount, digits) * 100n <= all * BigInt(percent)
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

const decimalText = (value: bigint, digits: number): string => {
  const text = String(magnitude(value)).padStart(digits + 1, "0")
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return value < 0n ? `-${whole}` : whole
}

/** The exact sum of decimal texts. Any other text counts as zero. */
export const sumOf = (parts: ReadonlyArray<string>): string => {
  const digits = Math.max(0, ...parts.map(fractionDigits))
  return decimalText(
    parts.reduce((total, part) => total + scaled(part, digits), 0n),
    digits
  )
}

/** The exact product of a decimal text and a whole number. Any other text counts as zero. */
export const timesWhole = (amount: string, times: number): string => {
  const digits = fractionDigits(amount)
  return decimalText(scaled(amount, digits) * BigInt(times), digits)
}

/** A decimal text without zeros at its end after the point: `1.50` is `1.5`. */
export const withoutTrailingZeros = (text: string): string => {
  if (!text.includes(".")) return text
  const last = Array.from(text).findLastIndex((sign) => sign !== "0")
  return text.slice(0, text[last] === "." ? last : last + 1)
}

/** `amount` times `to` over `from`, rounded half up to the digits of `to`. Undefined when `from` is zero or any is no decimal text. */
export const convertDecimal = (amount: string, from: string, to: string): string | undefined => {
  if (![amount, from, to].every((text) => form.test(text))) return undefined
  const digits = fractionDigits(to)
  const common = Math.max(fractionDigits(amount), fractionDigits(from))
  const divisor = scaled(from, common)
  if (divisor === 0n) return undefined
  const product = scaled(amount, common) * scaled(to, digits)
  const [size, unit] = [magnitude(product), magnitude(divisor)]
  const rounded = (2n * size + unit) / (2n * unit)
  return decimalText(product < 0n === divisor < 0n ? rounded : -rounded, digits)
}
