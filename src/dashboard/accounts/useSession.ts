import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"

/** The signed-in user and the accounts that the user may act for. */
export const useSession = () => useQuery({ queryKey: ["session"], queryFn: () => call((api) => api.session.read()) })

/** Whether the user runs the service; false until it is known. */
export const useIsOperator = (): boolean => useSession().data?.data.user.operator === true
