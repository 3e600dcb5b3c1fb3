import type { Definition } from "../flows/Definition.ts"

/** A flow to begin with. */
export interface FlowTemplate {
  readonly key: string
  readonly name: string
  readonly description: string
  /** The flow of a shop at this address, as of `shopAddress`. */
  readonly definition: (shop: string) => Definition
}
