import { Effect } from "effect"
import { freePort } from "../database/postgres.ts"

/** A Prometheus scrape: values by series, as written in the text. */
interface Scrape {
  readonly text: string
  readonly value: (series: string) => number | undefined
}

/** A free metrics port, with its setting and a scraper. */
export const metrics = Effect.map(Effect.promise(freePort), (port) => ({
  settings: { METRICS_PORT: String(port) },
  origin: `http://127.0.0.1:${port}`,
  scrape: Effect.promise(async (): Promise<Scrape> => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(120_000) })
    const text = await response.text()
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
    const values = new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))])
    )
    return { text, value: (series) => values.get(series) }
  })
}))
