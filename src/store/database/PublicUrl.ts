import { Config } from "effect"

/** Whether a host name of a URL is the machine itself. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname)

/** Where people reach the service: `PUBLIC_URL`, without a slash at its end. */
export const publicUrl = Config.all({
  given: Config.URL("PUBLIC_URL").pipe(Config.option),
  port: Config.Port("PORT").pipe(Config.withDefault(3000))
}).pipe(
  Config.map(({ given, port }) => (given._tag === "Some" ? given.value : new URL(`http://localhost:${port}`))),
  Config.map((url) => ({
    origin: url.origin,
    secure: url.protocol === "https:",
    loopback: isLoopback(url.hostname),
    href: url.href.replace(/(?<!\/)\/+$/, "")
  }))
)
