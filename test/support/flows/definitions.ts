/** A flow that every delivered order starts, or every order placed. */
export const definitionOf = <S>(steps: ReadonlyArray<S>, type: "order_received" | "order_placed" = "order_received") =>
  ({ trigger: { type }, filters: [], entry: { type: "always" }, exit: { on_purchase: false }, steps }) as const
