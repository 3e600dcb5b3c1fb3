import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"

/** Any JSON value, described by `json`. Passes everything, for what follows judges once; reads and writes `JSON.rawJSON`. */
export const described = (json: Record<string, unknown>) =>
  Schema.declare((_value: unknown): _value is unknown => true, {
    toCodecJson: () => undefined,
    toCodecStringTree: () => undefined
  }).check(Schema.makeFilter(() => true, { toJsonSchema: () => json }))

/** Refuses nothing: says what values that are made up look like, where the rule itself can't be drawn from. */
export const madeUp = <T>(arbitraryConstraint: Schema.Annotations.ToArbitrary.FilterConstraint<T>) =>
  Schema.makeFilter((_value: T) => true, { arbitraryConstraint })

/** `madeUp` for text of this form. */
export const madeUpText = (form: RegExp) => madeUp<string>({ patterns: [{ source: form.source, flags: form.flags }] })

/**
 * A codec for one JSON value. `decode` gives undefined for a value that breaks the rule, which is then refused with
 * `message`; the value itself is never repeated in the issue. `json` is the value's JSON Schema.
 */
export const leaf = <T, RD, RE>(options: {
  readonly to: Schema.Codec<T, T, RD, RE>
  readonly json: Record<string, unknown>
  readonly message: string
  readonly decode: (value: unknown) => T | undefined
  readonly encode: (value: T) => unknown
}) =>
  described(options.json).pipe(
    Schema.decodeTo(
      options.to,
      SchemaTransformation.transformEffect({
        decode: (value: unknown) => {
          const decoded = options.decode(value)
          return decoded === undefined
            ? Effect.fail(new SchemaIssue.InvalidValue({ message: options.message }))
            : Effect.succeed(decoded)
        },
        encode: (value: T) => Effect.succeed(options.encode(value))
      })
    )
  )
