import type { FinancialStatus } from "./Order.ts"

/** The statuses of orders that are no revenue and nothing that a contact spent. An order without a status counts. */
export const unsoldStatuses = ["voided", "refunded"] as const satisfies ReadonlyArray<typeof FinancialStatus.Type>
