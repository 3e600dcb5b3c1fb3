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
