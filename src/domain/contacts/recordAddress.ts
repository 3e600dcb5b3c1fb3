import { Result } from "effect"
import { emailKey } from "./Email.ts"
import { parseObject } from "../json/Json.ts"
import { fits } from "../values/Text.ts"

/** Whom a record is about, valid or not, so that it can be found when that person is erased. */
export interface RecordAddress {
  readonly email_key: string | null
  /** The digits as they were sent, without zeros before them. */
  readonly phone_digits: string | null
}

const textOf = (value: unknown, most: number): string | null => {
  const text = typeof value === "string" ? value.trim() : ""
  return text !== "" && fits(text, most) ? text : null
}

/** What the body of a record says of it. What can't be read names nobody. */
export const recordAddress = (body: string): RecordAddress => {
  const parsed = parseObject(Buffer.from(body))
  if (Result.isFailure(parsed)) return { email_key: null, phone_digits: null }
  const [email, phone] = [textOf(parsed.success["email"], 254), textOf(parsed.success["phone"], 64)]
  const digits = (phone ?? "").replace(/\D/g, "").replace(/^0+/, "")
  return { email_key: email === null ? null : emailKey(email), phone_digits: digits === "" ? null : digits }
}
