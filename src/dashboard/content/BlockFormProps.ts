import type { TriggerSubject } from "../../domain/flows/triggerKinds.ts"
import type { BlockChange } from "./blockCommands.ts"

/** A form of the members that a kind of block has besides those of all blocks. */
export interface BlockFormProps<B> {
  readonly block: B
  readonly subject: TriggerSubject
  readonly onChange: (change: BlockChange<B>) => void
}

/** A text, or nothing for an empty one. */
export const orNone = (text: string) => (text === "" ? undefined : text)
