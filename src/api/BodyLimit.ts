import { Context } from "effect"

/** Bytes that an endpoint reads of a body: 1 MiB unless it is annotated (contract §1). */
export const BodyLimit = Context.Reference<number>("tally/api/BodyLimit", { defaultValue: () => 1024 * 1024 })
