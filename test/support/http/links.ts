import { Effect, Layer } from "effect"
import { Links } from "../../../src/outbound/templates/Links.ts"
import { Keys } from "../../../src/store/keys/Keys.ts"
import { settingsLayer } from "../database/databases.ts"

/** Signs links with the key of the tests, for `https://tally.example`. */
export const links = Effect.runSync(
  Effect.service(Links).pipe(
    Effect.provide(
      Links.layer.pipe(
        Layer.provide(Keys.layer),
        Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32), PUBLIC_URL: "https://tally.example" }))
      )
    )
  )
)
