import { useMembers } from "./useMembers.ts"
import { useSession } from "./useSession.ts"

/**
 * Whether to show the actions of owners: false only for a known member of the account, because owners of a parent account are not
 * listed in its subaccounts. The server refuses what the user may not do.
 */
export const useIsOwner = (): boolean => {
  const user = useSession().data?.data.user
  const members = useMembers()
  if (user?.operator === true) return true
  if (user === undefined || members === undefined) return false
  return members.find(({ id }) => id === user.id)?.role !== "member"
}
