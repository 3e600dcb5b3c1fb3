import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { Condition, Conditions } from "../../domain/conditions/Condition.ts"
import { isOwnId } from "../../domain/values/Id.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"

/** The title of a product by its id. */
export type ProductTitle = (product_id: string) => string

// More than that in one call is refused.
const maxIds = 100

/** The products that a condition names. */
const productsOf = ({ field, value, where }: Condition): ReadonlyArray<string> => [
  ...(where?.product_id === undefined ? [] : [where.product_id]),
  ...(field === "product.id" ? [value ?? []].flat().map(String) : [])
]

/** The products that conditions name. */
export const productsInConditions = (conditions: Conditions): ReadonlyArray<string> =>
  conditions.flat().flatMap(productsOf)

/** The titles of products, read at once; the id of one that is not known, or not yet. */
export const useProductTitles = (product_ids: ReadonlyArray<string>): ProductTitle => {
  const account = useAccount()
  const ids = [...new Set(product_ids)].filter(isOwnId).toSorted().slice(0, maxIds)
  const query = { ids, per_page: maxIds }
  const titles = useQuery({
    queryKey: ["products", account, "titles", ids],
    enabled: ids.length > 0,
    queryFn: async () => {
      const { data } = await call((api) => api.products.list({ params: { account }, query }))
      return new Map(data.map(({ id, title }) => [id, title]))
    },
    placeholderData: keepPreviousData
  })
  return (id) => titles.data?.get(id) ?? id
}
