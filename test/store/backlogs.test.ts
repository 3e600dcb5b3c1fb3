import { assert } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { BacklogsLayer } from "../../src/store/upkeep/Backlogs.ts"
import { onBoth, settingsLayer } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { newMessage, seedContact } from "../support/messages/messages.ts"

const due = Effect.map(Metric.snapshot, (metrics) =>
  metrics.flatMap((metric) =>
    metric.type === "Gauge" && metric.id === "tally_backlog" ? [[metric.attributes?.["kind"], metric.state.value]] : []
  )
)

onBoth(
  "the backlogs",
  Messages.layer,
  (it) => {
    it.effect("count due work of all accounts by kind", () =>
      Effect.gen(function* () {
        const { record } = yield* Messages
        for (const _ of [1, 2]) yield* record([newMessage(yield* seedContact((yield* seedAccount()).account_id))])
        yield* Layer.build(BacklogsLayer.pipe(Layer.provide(settingsLayer({ METRICS_PORT: "1" }))))
        yield* eventually(Effect.map(due, (found) => found.some(([kind, count]) => kind === "email" && count === 2)))
        assert.deepStrictEqual(Object.fromEntries(yield* due), { email: 2, sms: 0, webhook: 0, flow: 0, report: 0 })
      })
    )
  },
  { excludeTestServices: true }
)
