import { Config, Effect, Layer, Option } from "effect"
import { bounceDomain } from "../../outbound/bounces/bounceAddresses.ts"
import { serveBounces } from "../../outbound/bounces/bounceServer.ts"
import { ReceiveMailReports } from "./ReceiveMailReports.ts"

const listen = Config.all({
  port: Config.option(Config.Port("BOUNCE_PORT")),
  host: Config.String("BOUNCE_HOST").pipe(Config.withDefault("127.0.0.1"))
})

/**
 * Takes mail that comes back, by SMTP at `BOUNCE_PORT`, for as long as the scope is open: only to addresses that were signed for a message,
 * without sign-in. Each is answered once it is kept.
 */
export const BounceListenerLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { port, host } = yield* listen
    if (Option.isNone(port)) return
    // Without it no mail comes back here: the start ends with a line that names it.
    const domain = yield* bounceDomain
    const bounces = yield* ReceiveMailReports
    yield* serveBounces({ host, port: port.value, domain, isKnown: bounces.isKnownBounce, keep: bounces.receiveBounce })
  })
)
