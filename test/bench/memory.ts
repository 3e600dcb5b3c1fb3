import { onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { closedLoad } from "./load.ts"
import { options } from "./options.ts"
import { usageOf } from "./usage.ts"

/** Memory of the service under full load: the maximum, and the slope over the second half. */
export const benchMemory = async (databases: Databases, minutes: number): Promise<Record<string, unknown>> =>
  withContenders([async () => onPostgres("ours", await databases.create("ours"))], async ([ours]) => {
    if (ours === undefined) return {}
    const points: Array<readonly [minute: number, rss: number]> = []
    const from = performance.now()
    const timer = setInterval(() => points.push([(performance.now() - from) / 60_000, usageOf([ours.pid]).rss]), 2_000)
    const { perSecond } = await closedLoad({
      port: ours.port,
      connections: options.connections,
      seconds: minutes * 60,
      next: ours.traffic.next
    })
    clearInterval(timer)
    const slope = slopeOf(points.slice(points.length >> 1))
    const most = Math.max(...points.map(([, rss]) => rss))
    console.log(`\n${perSecond.toFixed(0)} orders/s for ${minutes} min: RSS at most ${most.toFixed(0)} MB`)
    console.log(
      `  each sixth of the way: ${sixths(points).join(" ")} MB; ${slope.toFixed(1)} MB a minute in the second half`
    )
    return { memory: points, ratios: { RSS: most, "RSS slope": slope } }
  })

const sixths = (points: ReadonlyArray<readonly [number, number]>): ReadonlyArray<string> =>
  Array.from({ length: 6 }, (_, at) => {
    const [, rss] = points[Math.ceil(((at + 1) * points.length) / 6) - 1] ?? [0, Number.NaN]
    return rss.toFixed(0)
  })

// Slope by least squares.
const slopeOf = (points: ReadonlyArray<readonly [number, number]>): number => {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const above = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0)
  return above / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0)
}
