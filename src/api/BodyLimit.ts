import { Context } from "effect"

/** The largest body of an endpoint in bytes; 1 MiB unless annotated (contract §1). */
export const BodyLimit = Context.Reference<number>("tally/api/BodyLimit", { defaultValue: () => 1024 * 1024 })
