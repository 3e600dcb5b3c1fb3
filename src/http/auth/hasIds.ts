import { Context } from "effect"
import { OwnId } from "../../api/OwnId.ts"
import { isId, isOwnId } from "../../domain/values/Id.ts"

/** Whether each parameter of a path has the form of the ids that its endpoint takes. */
export const hasIds = (
  { annotations }: { readonly annotations: Context.Context<never> },
  params: Readonly<Record<string, string | undefined>>
): boolean => Object.values(params).every(Context.get(annotations, OwnId) ? isOwnId : isId)
