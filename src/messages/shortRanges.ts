import { type Context, type Emitter, evalToken, ForTag, TablerowTag, type Token, TypeGuards } from "liquidjs"

/** How many numbers a loop may go over. Liquid writes a range out as a whole, limit or not, before the first time round. */
const longest = 50_000

function* checkRange(collection: Token, context: Context): Generator<unknown, void, unknown> {
  if (!TypeGuards.isRangeToken(collection)) return
  const from = Number(yield evalToken(collection.lhs, context))
  const to = Number(yield evalToken(collection.rhs, context))
  if (to - from >= longest) throw new Error(`a range of more than ${longest}`)
}

class ShortFor extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag["render"]> {
    yield checkRange(this.collection, context)
    return yield* super.render(context, emitter)
  }
}

class ShortTablerow extends TablerowTag {
  override *render(context: Context, emitter: Emitter): ReturnType<TablerowTag["render"]> {
    yield checkRange(this.collection, context)
    return yield* super.render(context, emitter)
  }
}

/** Liquid's loops, but for those over ranges that are longer than any template may go on. */
export const shortRanges = { for: ShortFor, tablerow: ShortTablerow }
