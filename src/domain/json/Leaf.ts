import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"

/** Any JSON value, with `json` as its JSON Schema. Checks nothing, so that the schema after it checks once. Supports `JSON.rawJSON`. */
export const described = (json: Record<string, unknown>) =>
  Schema.declare((_value: unknown): _value is unknown => true, {
    toCodecJson: () => undefined,
    toCodecStringTree: () => undefined
  }).check(Schema.makeFilter(() => true, { toJsonSchema: () => json }))

/** Accepts every value. Constrains generated values where they cannot be generated from the rule itself. */
export const madeUp = <T>(arbitraryConstraint: Schema.Annotations.ToArbitrary.FilterConstraint<T>) =>
  Schema.makeFilter((_value: T) => true, { arbitraryConstraint })

/** `madeUp` for text that matches a pattern. */
export const madeUpText = (form: RegExp) => madeUp<string>({ patterns: [{ source: form.source, flags: form.flags }] })

/**
 * A codec for one JSON value. `decode` returns undefined for an invalid value, whose issue is `message` and never contains the value. `json`
 * is the JSON Schema of the value.
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
