/** Some come through at once, `ahead` worth of time, then one each `every`; nobody waits longer than `most`. In milliseconds. */
export interface Pace {
  readonly every: number
  readonly ahead: number
  readonly most: number
}

/** How long somebody waits who comes at `now`, when the one before left `due` behind; and the `due` that they leave. */
export const pace = (
  { every, ahead, most }: Pace,
  due: number,
  now: number
): { readonly wait: number; readonly due: number } => {
  const own = Math.max(due, now)
  return { wait: Math.min(Math.max(own - now - ahead, 0), most), due: Math.min(own + every, now + ahead + most) }
}
