import { startOf } from "../components/startOf.ts"
import { PageLink } from "../components/PageLink.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import * as words from "../words/contacts/contactLink.ts"

/** A link to a contact by address or name; both props are null once the contact is erased. */
export const ContactLink = ({ id, name }: { readonly id: string | null; readonly name: string | null }) => {
  const account = useAccount()
  if (id === null || name === null) return <>{words.erased}</>
  return (
    <PageLink to="/a/$account/contacts/$id" params={{ account, id }}>
      {startOf(name, 100)}
    </PageLink>
  )
}
