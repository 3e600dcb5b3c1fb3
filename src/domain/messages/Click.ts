/** The kind of a click: of a person, or of software such as a mail scanner or a link preview. */
export type ClickedBy = "person" | "machine"

/** A recorded click. `at` in milliseconds; `link` is the address it led to. */
export interface Click {
  readonly at: number
  readonly link: string
  readonly by: ClickedBy
}

/** Milliseconds after the delivery, and between clicks on different links, in which only software clicks. */
export const machineWindow = 2_000

/** Clicks of a message that are recorded. A message with more counts no further ones. */
export const maxClicks = 200

// Scanners of mail security products, link previews, crawlers and HTTP libraries. Not Cubot, a maker of phones.
const machineAgents =
  /(?<!cu)bot(?:\b|[/_-])|crawl|spider|slurp|preview|scan|barracuda|proofpoint|mimecast|symantec|messagelabs|forcepoint|websense|trendmicro|sophos|fortinet|fireeye|trellix|avanan|checkpoint|cisco-?ironport|spamassassin|safelinks|urldefen[cs]e|bitdefender|kaspersky|virustotal|facebookexternalhit|facebookcatalog|whatsapp|telegram|slack|skypeuri|discord|embedly|imageproxy|yahoomailproxy|headless|phantomjs|selenium|puppeteer|playwright|lighthouse|curl|wget|libwww|python|aiohttp|httpx|java\/|okhttp|apache-httpclient|go-http-client|ruby|perl|php\/|guzzle|axios|node-fetch|undici|scrapy|httpclient|monitor|uptime|validator|link-?check/i

const maxAgent = 1_000

/** Whether a request is surely of software: HEAD, a known agent, or none at all. Pure. */
export const isMachineRequest = (method: string, agent: string | undefined): boolean =>
  method !== "GET" || agent === undefined || agent.trim() === "" || machineAgents.test(agent.slice(0, maxAgent))

/**
 * The kind of each click, in the order given (contract §12). A click is a machine's if it was recorded so, if it came before the first delivery or
 * within two seconds of one, or if another link of the same message was clicked within two seconds before or after it. Deliveries are
 * the times at which the message was sent and reported as delivered, in milliseconds. Pure; n log n.
 */
export const clickedBy = (
  clicks: ReadonlyArray<Click>,
  deliveries: ReadonlyArray<number>
): ReadonlyArray<ClickedBy> => {
  const order = clicks.map((click, at) => ({ click, at })).toSorted((one, other) => one.click.at - other.click.at)
  const byMachine = new Set<number>()
  const mark = (sorted: typeof order) => {
    // The nearest click before on another link: the last one, or the one that the last one has.
    let last: Click | undefined
    let lastOther: Click | undefined
    for (const { click, at } of sorted) {
      if (last !== undefined && last.link !== click.link) lastOther = last
      if (lastOther !== undefined && Math.abs(click.at - lastOther.at) <= machineWindow) byMachine.add(at)
      last = click
    }
  }
  mark(order)
  mark(order.toReversed())
  const times = deliveries.toSorted((one, other) => one - other)
  return clicks.map(({ at, by }, index): ClickedBy => {
    const isAtDelivery = times.some((time) => Math.abs(at - time) <= machineWindow) || at < (times[0] ?? at)
    return by === "machine" || isAtDelivery || byMachine.has(index) ? "machine" : "person"
  })
}
