import { Arbitrary, Effect, Schema } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { DashboardApi } from "../../src/api/dashboard/DashboardApi.ts"
import type { Choices } from "./choices.ts"

const pool = 100

/** Draws JSON bodies from the arbitraries of the service's schemas. */
type Draw = (choose: Choices) => string

const drawing = (schema: Schema.Top): Draw => {
  const made = Arbitrary.schema(Schema.toType(schema))
  const encode = Schema.encodeUnknownSync(Schema.make<Schema.Codec<unknown, unknown>>(schema.ast))
  const drawn: Array<string> = []
  return (choose) => {
    while (drawn.length === 0) {
      const seed = choose.below(2 ** 32)
      const values = Effect.runSync(Arbitrary.sampleEffect(made, { count: pool, seed, maxDiscards: 100_000 }))
      const texts = values.map((value) => JSON.stringify(encode(value)))
      // Schemas of text allow NUL and lone surrogates, which no body may contain.
      drawn.push(...texts.filter((text) => !/\\u(?:0000|d[89a-f])/i.test(text)))
    }
    return drawn.pop() ?? "{}"
  }
}

const draws = new Map<string, Draw>()
const add = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      const schema = [...endpoint.payload.values()][0]?.schemas[0]
      const name = `${endpoint.method} ${endpoint.path.replaceAll(/:(\w+)/g, "{$1}")}`
      if (schema !== undefined) draws.set(name, drawing(schema))
    }
  })
add(Api)
add(DashboardApi)

/** A body of the operation, from its schema's arbitrary. */
export const draw = (name: string, choose: Choices): string => {
  const found = draws.get(name)
  if (found === undefined) throw new Error(`No schema says what ${name} takes`)
  return found(choose)
}
