import type { Choices } from "./choices.ts"

/** Callers and resources that requests use; grows with the resources they create. */
export interface World {
  /** Accounts of the API with a token, and a signed-in user who may act for each. The last one has no flows. */
  readonly accounts: ReadonlyArray<{ readonly id: string; readonly token: string; readonly cookie: string }>
  /** Has access to every account. */
  readonly operator: string
  /** An account that the callers have no access to, and a token without a scope. */
  readonly foreign: string
  readonly powerless: string
  /** `client_id=…&client_secret=…` of an application with a scope. */
  readonly client: string
  /** Ids by account and collection. */
  readonly ids: Map<string, Array<string>>
  /** Keys of what an answer said was made, and no call was sent to delete since. */
  readonly there: Set<string>
}

const maxKept = 100

/** Remembers an id that an answer told. */
export const learn = ({ ids }: World, account: string, collection: string, id: unknown, { below }: Choices): void => {
  if (typeof id !== "string" && typeof id !== "number") return
  const key = `${account} ${collection}`
  const knownIds = ids.get(key) ?? []
  ids.set(key, knownIds)
  if (knownIds.length < maxKept) knownIds.push(String(id))
  else knownIds[below(maxKept)] = String(id)
}

/** The collection that a path names things of: `/accounts/{account}/tokens/{id}/renew` is about `tokens`. */
export const collectionOf = (path: string): string => path.split("/{id}")[0]?.split("/").at(-1) ?? ""
