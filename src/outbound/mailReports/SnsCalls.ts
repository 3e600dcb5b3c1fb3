import { Context, Effect } from "effect"
import { isSnsAddress } from "../../domain/mailReports/sns.ts"

// Bytes: a certificate has two thousand.
const maxAnswer = 32_768

/** Reads at most `maxAnswer` bytes of a response; undefined if it has more. */
const readBounded = async (response: Response): Promise<string | undefined> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxAnswer) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString("utf8")
}

const call = (address: string): Effect.Effect<string | undefined> =>
  isSnsAddress(address)
    ? Effect.tryPromise(async () => {
        const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(5_000) })
        return response.ok ? await readBounded(response) : undefined
      }).pipe(Effect.catch(() => Effect.succeed(undefined)))
    : Effect.succeed(undefined)

/** Calls an address of Amazon SNS and gives its answer; undefined for any other address, an error, or no answer within five seconds. */
export const SnsCalls = Context.Reference<(address: string) => Effect.Effect<string | undefined>>(
  "tally/outbound/mailReports/SnsCalls",
  { defaultValue: () => call }
)
