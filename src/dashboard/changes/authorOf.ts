import type { BulkChange } from "../../domain/changes/BulkChange.ts"
import { actorText } from "../contacts/actorText.ts"
import * as words from "../words/changes.ts"

/** The author of a change: a member, a token or a flow. */
export const authorOf = (
  { kind, actor, name }: Pick<BulkChange, "kind" | "actor" | "name">,
  members: Parameters<typeof actorText>[1]
): string => (kind === "flow_step" ? (name ?? words.flow) : actorText(actor, members))
