import { useParams } from "@tanstack/react-router"

/** The account id of the current route. */
export const useAccount = (): string => useParams({ strict: false, select: ({ account }) => account ?? "" })
