import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Links } from "../../src/outbound/templates/Links.ts"
import { MessageRenderer } from "../../src/outbound/templates/MessageRenderer.ts"
import { renderMessage } from "../../src/outbound/templates/renderMessage.ts"
import { settingsLayer } from "../support/database/databases.ts"
import { links } from "../support/http/links.ts"
import { dueMessage } from "../support/messages/messages.ts"

const RendererLayer = MessageRenderer.layer.pipe(
  Layer.provide(Links.layer),
  Layer.provide(Keys.layer),
  Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32), PUBLIC_URL: "https://tally.example" }))
)

const times = (count: number, body: string) => `{% for i in (1..${count}) %}${body}{% endfor %}`
const to = "ada@example.com"

describe("a message", () => {
  it.effect("that takes long is rendered in a thread of its own as it would be here, in turn between accounts", () =>
    Effect.gen(function* () {
      const { render } = yield* MessageRenderer
      const long = (account_id: string, subject: string) =>
        dueMessage({ account_id, subject, body: times(2_500, '<a href="https://a.example/{{ i }}">{{ i }}</a>') })
      const ended: Array<string> = []
      const messages = [long("one", "1"), long("one", "2"), long("one", "3"), long("other", "4")]
      const rendered = yield* Effect.forEach(
        messages,
        (message) => Effect.tap(render(message, to), () => Effect.sync(() => ended.push(message.subject ?? ""))),
        { concurrency: "unbounded" }
      )
      // The account with one message does not wait for all of the account with three.
      assert.deepStrictEqual(ended, ["1", "2", "4", "3"])
      for (const [at, message] of messages.entries())
        assert.deepStrictEqual(rendered[at], yield* renderMessage(links, message, to))
    }).pipe(Effect.provide(RendererLayer))
  )

  it.effect("that takes too long there fails with the limit, and the next is rendered", () =>
    Effect.gen(function* () {
      const { render } = yield* MessageRenderer
      const body = times(49_999, times(49_999, "x"))
      assert.match((yield* Effect.flip(render(dueMessage({ body }), to))).reason, /more than 50000 pieces/)
      const after = yield* render(dueMessage({ body: times(2_500, "y") }), to)
      assert.include(after.channel === "email" ? after.html : "", "y".repeat(2_500))
    }).pipe(Effect.provide(RendererLayer))
  )

  it.effect("counts for the share of its account alone, for a minute", () =>
    Effect.gen(function* () {
      const { render, usedUp, againAt } = yield* MessageRenderer
      yield* render(dueMessage({ account_id: "one" }), to)
      assert.deepStrictEqual(yield* usedUp, [])
      assert.isUndefined(yield* againAt("one"))
    }).pipe(Effect.provide(RendererLayer))
  )

  it.effect("lets other work of the process go on after it", () =>
    Effect.gen(function* () {
      const { render } = yield* MessageRenderer
      const order: Array<string> = []
      const messages = Effect.forEach([1, 2, 3], () =>
        Effect.tap(render(dueMessage(), to), () => Effect.sync(() => order.push("message")))
      )
      const fiber = yield* Effect.forkChild(messages)
      yield* Effect.callback<void>((resume) => {
        const call = () => {
          order.push("call")
          if (order.filter((one) => one === "message").length >= 3) resume(Effect.void)
          else setImmediate(call)
        }
        setImmediate(call)
      })
      yield* Fiber.join(fiber)
      const between = order.slice(0, order.lastIndexOf("message")).join(" ")
      assert.notInclude(between, "message message")
    }).pipe(Effect.provide(RendererLayer))
  )
})
