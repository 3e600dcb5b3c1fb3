/**
 * How much more may be under way: `most` in all, and `each` of one account, less what `busy` says is under way of it
 * already. So an account whose receivers hang never takes all the room.
 */
export interface SendCapacity {
  readonly most: number
  readonly each: number
  readonly busy: ReadonlyMap<string, number>
}
