import { To } from "../components/To.tsx"
import { useAccount } from "../useAccount.ts"

/** A contact by what they are known as; both are null once they are erased. */
export const ContactLink = ({ id, name }: { readonly id: string | null; readonly name: string | null }) => {
  const account = useAccount()
  if (id === null || name === null) return <>erased</>
  return (
    <To to="/a/$account/contacts/$id" params={{ account, id }}>
      {name}
    </To>
  )
}
