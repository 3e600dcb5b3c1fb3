import { Config } from "effect"

/** Whether the host name of a URL is the local machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname)

/** The address at which clients reach the service: `PUBLIC_URL` without a trailing slash. */
export const publicUrl = Config.all({
  configured: Config.URL("PUBLIC_URL").pipe(Config.option),
  port: Config.Port("PORT").pipe(Config.withDefault(3000))
}).pipe(
  Config.map(({ configured, port }) =>
    configured._tag === "Some" ? configured.value : new URL(`http://localhost:${port}`)
  ),
  Config.map((url) => ({
    origin: url.origin,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    secure: url.protocol === "https:",
    loopback: isLoopback(url.hostname),
    href: url.href.replace(/(?<!\/)\/+$/, "")
  }))
)
