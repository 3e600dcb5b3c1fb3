import { type Context, CycleTag, type Emitter, evalToken, ForTag, TablerowTag, type Token, TypeGuards } from "liquidjs"
import { budgetOf } from "./TemplateContext.ts"

/** How many numbers a loop may go over. Liquid writes a range out as a whole, limit or not, before the first time round. */
const longest = 50_000

function* checkRange(collection: Token, context: Context): Generator<unknown, void, unknown> {
  if (!TypeGuards.isRangeToken(collection)) return
  const from = Number(yield evalToken(collection.lhs, context))
  const to = Number(yield evalToken(collection.rhs, context))
  if (to - from >= longest) throw new Error(`a range of more than ${longest}`)
}

class BoundedFor extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag["render"]> {
    yield checkRange(this.collection, context)
    return yield* super.render(context, emitter)
  }
}

class BoundedTablerow extends TablerowTag {
  override *render(context: Context, emitter: Emitter): ReturnType<TablerowTag["render"]> {
    yield checkRange(this.collection, context)
    return yield* super.render(context, emitter)
  }
}

// Liquid keeps the whole text of the tag for each group that it meets.
class BoundedCycle extends CycleTag {
  override *render(context: Context, emitter: Emitter): ReturnType<CycleTag["render"]> {
    budgetOf(context).countFiltered(this.token.size())
    return yield* super.render(context, emitter)
  }
}

/** Liquid's tags that take more memory than they emit, with a limit. */
export const boundedTags = { for: BoundedFor, tablerow: BoundedTablerow, cycle: BoundedCycle }
