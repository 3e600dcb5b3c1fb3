import { Layer } from "effect"
import { Messages } from "../../src/messages/Messages.ts"
import { TakeImports } from "../../src/programs/TakeImports.ts"
import { WriteContacts } from "../../src/programs/WriteContacts.ts"
import { Contacts } from "../../src/store/Contacts.ts"
import { IdempotencyKeys } from "../../src/store/IdempotencyKeys.ts"
import { ImportQueue } from "../../src/store/ImportQueue.ts"
import { RememberedConsents } from "../../src/store/RememberedConsents.ts"
import { PlacingLayer } from "./programs.ts"

/** Takes imports in step by step, on whatever database is provided. */
export const TakingLayer = TakeImports.layer.pipe(
  Layer.provide(WriteContacts.layer),
  Layer.provide([Contacts.layer, IdempotencyKeys.layer, Messages.layer]),
  Layer.provide(RememberedConsents.layerMemory),
  Layer.provide(PlacingLayer),
  Layer.provideMerge(ImportQueue.layer)
)
