import { Context } from "effect"

/** A regular expression that the id in an endpoint's path matches. With another id and method, the path is unknown (404 instead of 405). */
export const IdPattern = Context.Reference<string>("tally/api/IdPattern", { defaultValue: () => "[^/]+" })
