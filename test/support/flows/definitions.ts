/** A flow definition without filters, triggered by delivered orders or by placed ones. */
export const definitionOf = <S>(steps: ReadonlyArray<S>, type: "order_received" | "order_placed" = "order_received") =>
  ({ trigger: { type }, filters: [], entry: { type: "always" }, exit: { on_purchase: false }, steps }) as const
