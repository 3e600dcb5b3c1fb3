import type { CartStatus } from "../../domain/carts/cartEnd.ts"
import { PageLink } from "../components/PageLink.tsx"
import { Dotted } from "../components/StatusBadge.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import * as words from "../words/carts.ts"

const colours: Readonly<Record<CartStatus, string>> = { open: "yellow", ordered: "teal", removed: "gray" }

/** The status of a cart, with the order that ended it. */
export const CartState = (props: { readonly status: CartStatus; readonly order_id: string | null }) => {
  const account = useAccount()
  const { status, order_id } = props
  return (
    <>
      <Dotted color={colours[status]} text={words.statuses[status]} />
      {order_id !== null && (
        <>
          {" "}
          <PageLink to="/a/$account/orders/$id" params={{ account, id: order_id }}>
            {words.order(order_id)}
          </PageLink>
        </>
      )}
    </>
  )
}
