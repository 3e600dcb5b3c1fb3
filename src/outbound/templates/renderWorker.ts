import { Effect, Result } from "effect"
import { parentPort, workerData } from "node:worker_threads"
import { useZoneData, type ZoneFiles } from "../../domain/zones/zoneData.ts"
import { type LinkSettings, makeLinks } from "./Links.ts"
import { makeRenderBudget } from "./RenderBudget.ts"
import { type MessageToRender, type Rendered, renderMessage } from "./renderMessage.ts"

/** The data that a thread is started with: its zones are the process's. */
export interface WorkerSettings {
  readonly links: LinkSettings
  readonly zones: ZoneFiles | undefined
}

export interface RenderRequest {
  readonly message: MessageToRender
  readonly recipient: string
  readonly salt: number
}

/** A rendered message, or why it failed, and the milliseconds of processor time that this took. */
export interface RenderAnswer {
  readonly rendered: Rendered | undefined
  readonly reason: string
  readonly spent: number
}

const serve = (port: NonNullable<typeof parentPort>, { links: settings, zones }: WorkerSettings): void => {
  useZoneData(zones)
  const links = makeLinks(settings)
  port.on("message", ({ message, recipient, salt }: RenderRequest) => {
    const budget = makeRenderBudget()
    const result = Effect.runSync(Effect.result(renderMessage(links, message, recipient, salt, budget)))
    const answer: RenderAnswer = Result.isSuccess(result)
      ? { rendered: result.success, reason: "", spent: budget.spent() }
      : { rendered: undefined, reason: result.failure.reason, spent: budget.spent() }
    port.postMessage(answer, [])
  })
}

const settings: WorkerSettings = workerData
if (parentPort !== null) serve(parentPort, settings)
