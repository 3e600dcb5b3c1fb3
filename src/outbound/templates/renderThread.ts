import { Effect } from "effect"
import { Worker } from "node:worker_threads"
import { zoneFilesInUse } from "../../domain/zones/zoneData.ts"
import { makeFairQueue } from "../../store/batching/FairQueue.ts"
import type { LinkSettings } from "./Links.ts"
import type { RenderAnswer, RenderRequest, WorkerSettings } from "./renderWorker.ts"

// In the build this code is in a folder below the entries.
const entry = new URL(import.meta.url.endsWith(".ts") ? "./renderWorker.ts" : "../renderWorker.js", import.meta.url)

/** Memory of the thread's heap, in MiB: more than the limits of any message need. */
const maxHeap = 256

/** Milliseconds after which a rendering is given up. Its own limit is one of processor time, which a busy machine gives late. */
const maxWait = 60_000

const gaveUp: RenderAnswer = { rendered: undefined, reason: "The template failed: it could not be rendered", spent: 0 }

interface Waiting {
  readonly request: RenderRequest
  readonly answer: (answer: RenderAnswer) => void
}

/**
 * Renders messages in a thread beside the one that answers calls: one at a time, in turn between accounts. The thread starts with the first message;
 * one that ends (it ran out of memory, or took too long) fails the message at work, and the next message starts another. It ends with the scope.
 */
export const makeRenderThread = (links: LinkSettings) =>
  Effect.gen(function* () {
    const queue = makeFairQueue<Waiting>()
    let worker: Worker | undefined
    let working = false

    const started = (): Worker => {
      if (worker !== undefined) return worker
      const settings: WorkerSettings = { links, zones: zoneFilesInUse() }
      const made = new Worker(entry, {
        workerData: settings,
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: maxHeap }
      })
      // An idle thread keeps no process alive.
      made.unref()
      worker = made
      return made
    }

    const runNext = (): void => {
      if (working) return
      const { items, release } = queue.take(1)
      release()
      const [next] = items
      if (next === undefined) return
      working = true
      const thread = started()
      const end = (answer: RenderAnswer) => {
        clearTimeout(timer)
        thread.off("message", end).off("error", fail).off("exit", fail)
        working = false
        next.answer(answer)
        runNext()
      }
      const fail = () => {
        if (worker === thread) worker = undefined
        end(gaveUp)
        void thread.terminate()
      }
      const timer = setTimeout(fail, maxWait)
      // An error that comes when nobody listens any more would end the process.
      thread.on("message", end).on("error", fail).on("exit", fail)
      thread.postMessage(next.request, [])
    }

    yield* Effect.addFinalizer(() =>
      Effect.promise(async () => {
        for (const { answer } of queue.drain()) answer(gaveUp)
        await worker?.terminate()
      })
    )

    return (request: RenderRequest): Effect.Effect<RenderAnswer> =>
      Effect.callback((resume) => {
        queue.add(request.message.account_id, { request, answer: (answer) => resume(Effect.succeed(answer)) })
        runNext()
      })
  })
