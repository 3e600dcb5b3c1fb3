import { Layer } from "effect"
import { RunUndos } from "../../../src/programs/changes/RunUndos.ts"
import { UndoQueue } from "../../../src/store/changes/UndoQueue.ts"
import { Contacts } from "../../../src/store/contacts/Contacts.ts"
import { SuppressionList } from "../../../src/store/contacts/SuppressionList.ts"

/** Undoes bulk changes step by step, on the provided database. */
export const UndoingLayer = RunUndos.layer.pipe(
  Layer.provide(Contacts.layer),
  Layer.provide(SuppressionList.layerMemory),
  Layer.provideMerge(UndoQueue.layer)
)
