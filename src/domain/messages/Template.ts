/** A Liquid template and the dotted path to it. */
export interface Template {
  readonly field: string
  readonly kind: "subject" | "html" | "sms"
  readonly source: string
  /** Whether the HTML stands among other HTML of its mail. */
  readonly isPart?: boolean
}
