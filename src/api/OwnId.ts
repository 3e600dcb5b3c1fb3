import { Context } from "effect"

/** Whether the id in an endpoint's path is one that callers choose, such as that of a cart, rather than one that the service made. */
export const OwnId = Context.Reference<boolean>("tally/api/OwnId", { defaultValue: () => false })
