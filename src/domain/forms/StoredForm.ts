import type { DateTime } from "effect"
import type { Form } from "./Form.ts"

/** A form with the times of its creation and last change. */
export interface StoredForm extends Form {
  readonly created_at: DateTime.Utc
  readonly updated_at: DateTime.Utc
}

/** A wording of a form, and since when it was asked with. */
export interface Wording {
  readonly version: number
  readonly wording: string
  readonly created_at: DateTime.Utc
}
