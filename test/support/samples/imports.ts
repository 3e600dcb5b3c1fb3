import { Layer } from "effect"
import { Messages } from "../../../src/messages/sending/Messages.ts"
import { RunImports } from "../../../src/programs/imports/RunImports.ts"
import { WriteContacts } from "../../../src/programs/contacts/WriteContacts.ts"
import { Contacts } from "../../../src/store/contacts/Contacts.ts"
import { IdempotencyKeys } from "../../../src/store/events/IdempotencyKeys.ts"
import { ImportQueue } from "../../../src/store/imports/ImportQueue.ts"
import { SuppressionList } from "../../../src/store/contacts/SuppressionList.ts"
import { PlacingLayer } from "../programs.ts"

/** Runs imports step by step, on the provided database. */
export const ImportingLayer = RunImports.layer.pipe(
  Layer.provide(WriteContacts.layer),
  Layer.provide([Contacts.layer, IdempotencyKeys.layer, Messages.layer]),
  Layer.provide(SuppressionList.layerMemory),
  Layer.provide(PlacingLayer),
  Layer.provideMerge(ImportQueue.layer)
)
