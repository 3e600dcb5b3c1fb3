import { parentPort, workerData } from "node:worker_threads"
import type { BackgroundLoad, BackgroundCall } from "./backgroundLoad.ts"
import { orderBody } from "../samples/orderBody.ts"

const { url, token, first, atLeast, over }: BackgroundLoad = workerData
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
const calls: Array<BackgroundCall> = []
while (calls.length < atLeast || Atomics.load(over, 0) === 0) {
  const from = performance.now()
  const answer = await fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify(orderBody({ order_id: first + calls.length }))
  })
  await answer.arrayBuffer()
  calls.push({ status: answer.status, took: performance.now() - from })
}
parentPort?.postMessage(calls, [])
