import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { type LoadFigures, Tally } from "./load.ts"
import type { Flood } from "./neighbour.ts"
import { orderBody, request, tokenOf } from "./traffic.ts"

const mib = 1024 * 1024
const parts = 16

// The sent part of a call: all, half before a disconnect, or half its headers and then nothing.
const courses = ["whole", "half", "whole", "headers"] as const
type Course = (typeof courses)[number]

/** Sends a call of 1 MiB within 1.6 s, or part of it. Returns its status, 0 without a response. */
const slowCall = async (port: number, call: string, course: Course, until: number): Promise<number> => {
  const head = call.length - mib
  const ended = Promise.withResolvers<number>()
  const socket = connect(port, "127.0.0.1")
  let answer = ""
  socket.on("data", (data) => {
    answer += data.toString("latin1")
    if (answer.includes("\r\n\r\n")) ended.resolve(Number(answer.slice(9, 12)))
  })
  socket.on("error", () => ended.resolve(0))
  socket.on("close", () => ended.resolve(0))
  const send = async () => {
    if (course === "headers") return void socket.write(call.slice(0, head >> 1), "latin1")
    socket.write(call.slice(0, head), "latin1")
    for (let part = 0; part < (course === "whole" ? parts : parts / 2) && !socket.destroyed; part++) {
      await sleep(100)
      const at = head + (part * mib) / parts
      socket.write(call.slice(at, at + mib / parts), "latin1")
    }
    if (course === "half") ended.resolve(0)
  }
  const timer = setTimeout(() => ended.resolve(0), Math.max(0, until - performance.now()))
  void send()
  const status = await ended.promise
  clearTimeout(timer)
  socket.destroy()
  return status
}

/** Callers of one account that are slow, send large bodies and disconnect, on a new connection for each call. */
export const slowLoad = async ({
  account,
  connections,
  first,
  port,
  seconds
}: Omit<Flood, "areSlow" | "padding">): Promise<LoadFigures> => {
  const tally = new Tally(performance.now())
  const until = performance.now() + seconds * 1000
  let calls = 0
  const caller = async () => {
    while (performance.now() < until) {
      const order = first + calls
      const course = courses[calls++ % courses.length] ?? "whole"
      const body = orderBody(order, order, false).padEnd(mib)
      const began = performance.now()
      const status = await slowCall(port, request(tokenOf(account), "POST", "/v1/orders/placed", body), course, until)
      tally.add(status, performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return tally.figures()
}
