import { Context, type Liquid } from "liquidjs"
import type { RenderBudget } from "./RenderBudget.ts"
import type { OwnTexts } from "./TemplateOutput.ts"

/** What a template is rendered with. Each look-up of a variable checks the processor time, which is within every filter and condition too. */
export class TemplateContext extends Context {
  readonly budget: RenderBudget
  readonly own: OwnTexts
  readonly #engine: Liquid

  constructor(data: object, engine: Liquid, budget: RenderBudget, own: OwnTexts) {
    super(data, engine.options, { sync: true }, { liquid: engine })
    this.#engine = engine
    this.budget = budget
    this.own = own
    this.memoryLimit.use = budget.countFiltered
  }

  override readProperty(...of: Parameters<Context["readProperty"]>): unknown {
    this.budget.checkTime()
    return super.readProperty(...of)
  }

  override spawn(scope: object = {}): TemplateContext {
    return new TemplateContext(scope, this.#engine, this.budget, this.own)
  }
}

/** The budget that a context's work is counted by. */
export const budgetOf = (context: Context): RenderBudget => {
  if (context instanceof TemplateContext) return context.budget
  throw new Error("a template without a budget")
}
