import { Result } from "effect"
import { contactLimits } from "../capacity/quotas.ts"
import { parseObject, textOf } from "../json/Json.ts"

/** A custom field with its new value; null removes it. */
export interface FieldChange {
  readonly field: string
  readonly value: string | number | boolean | null
}

/**
 * The JSON text of custom fields after the changes, in their order. A new field beyond `contactLimits.customFields` is left out. Other
 * fields keep their text; text that is no object is returned as it is. Pure.
 */
export const setCustomFields = (text: string, changes: ReadonlyArray<FieldChange>): string => {
  const parsed = parseObject(Buffer.from(text))
  if (Result.isFailure(parsed)) return text
  const fields = new Map(Object.entries(parsed.success))
  for (const { field, value } of changes) {
    if (value === null) fields.delete(field)
    else if (fields.has(field) || fields.size < contactLimits.customFields) fields.set(field, value)
  }
  return textOf(Object.fromEntries(fields))
}
