import { useParams } from "@tanstack/react-router"

/** The account that the page is about. */
export const useAccount = (): string => useParams({ strict: false, select: ({ account }) => account ?? "" })
