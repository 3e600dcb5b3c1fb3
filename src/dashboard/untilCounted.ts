import { retryAfterOf } from "./call.ts"
import { retryOnce } from "./retryOnce.ts"
import { notCountedYet } from "./words/common.ts"

/** Options of a query that counts contacts. Of very many, one call counts a part, and the next ones go on: about ten minutes of them. */
export const untilCounted = {
  retry: (failures: number, error: Error): boolean =>
    retryAfterOf(error) === undefined ? retryOnce(failures, error) : failures < 60,
  retryDelay: (_failures: number, error: Error): number => 1_000 * Math.max(1, retryAfterOf(error) ?? 1)
}

interface CountingQuery {
  readonly isError: boolean
  readonly failureCount: number
}

/** The state of a query whose calls had no answer yet, and that goes on. */
export const waitingText = ({ isError, failureCount }: CountingQuery): string | undefined =>
  failureCount > 0 && !isError ? notCountedYet : undefined

/** The data of a query, without those kept from other conditions once a call for the present ones had no answer. */
export const presentData = <Data>(
  query: CountingQuery & { readonly data: Data | undefined; readonly isPlaceholderData: boolean }
): Data | undefined => (query.isPlaceholderData && waitingText(query) !== undefined ? undefined : query.data)
