import { isUnavailable } from "./call.ts"

/** Options of a query that counts contacts. Of very many, one call counts a part, and the next ones go on: about ten minutes of them. */
export const untilCounted = {
  retry: (failures: number, error: Error): boolean => isUnavailable(error) && failures < 60,
  retryDelay: 1_000
}
