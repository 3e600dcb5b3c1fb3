/** Characters of a code: 47 bits, so that among ten million links one guess in 20 million finds one. */
export const codeLength = 8

/** A link of a text: `code` is the last part of its address, `url` where it leads. */
export interface ShortLink {
  readonly code: string
  readonly url: string
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Eight letters and digits of eight random bytes. */
export const codeOf = (random: Buffer): string => {
  let rest = random.readBigUInt64BE()
  let code = ""
  while (code.length < codeLength) {
    code += digits[Number(rest % 62n)] ?? ""
    rest /= 62n
  }
  return code
}

/** Whether a text can be a code. */
export const isCode = (text: string): boolean => /^[0-9A-Za-z]{8}$/.test(text)
