/** The figures of contacts by e-mail, as a fold over orders. */
export interface Figures {
  readonly order_count: number
  readonly first_order_at: number
  readonly last_order_at: number
}

export const figuresOf = (orders: ReadonlyArray<{ readonly email: string; readonly order_date: string }>) => {
  const figures = new Map<string, Figures>()
  for (const { email, order_date } of orders) {
    const at = Date.parse(order_date)
    const before = figures.get(email)
    figures.set(email, {
      order_count: (before?.order_count ?? 0) + 1,
      first_order_at: Math.min(before?.first_order_at ?? at, at),
      last_order_at: Math.max(before?.last_order_at ?? at, at)
    })
  }
  return figures
}
