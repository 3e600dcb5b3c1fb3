import { Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { call } from "../call.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { EmptyState, ErrorAlert, Loading } from "../components/Feedback.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import { Table } from "../components/Table.tsx"
import { contactName } from "../contacts/contactName.ts"
import { ContactLink } from "../contacts/ContactLink.tsx"
import { showAmount, showMoney, showStatus, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import * as common from "../words/common.ts"
import * as words from "../words/carts.ts"
import * as orderWords from "../words/orders.ts"
import { CartState } from "./CartState.tsx"

/** A cart with its items, its contact and what became of it. */
export const CartPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ["carts", account, id],
    queryFn: () => call((api) => api.carts.get({ params: { account, id } }))
  })
  const contact_id = query.data?.data.contact_id ?? null
  const contact = useQuery({
    queryKey: ["contacts", account, contact_id],
    enabled: contact_id !== null,
    queryFn: () => call((api) => api.contacts.get({ params: { account, id: contact_id ?? "" } }))
  })
  const back = (
    <PageLink to="/a/$account/carts" params={{ account }}>
      {words.backToCarts}
    </PageLink>
  )
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} back={back} />
  if (query.data === undefined) return <Loading />
  const { data: cart } = query.data
  const { currency, total_amount } = cart
  const isUnnamed = cart.status === "ordered" && cart.order_id === null
  return (
    <Page title={words.cart} subtitle={words.changedAt(showTime(cart.updated_at))} back={back}>
      <Section title={words.details}>
        <DescriptionList
          items={[
            [
              words.became,
              isUnnamed ? (
                words.orderedWithoutNumber
              ) : (
                <CartState key="state" status={cart.status} order_id={cart.order_id} />
              )
            ],
            [
              common.contact,
              cart.contact_id === null ? (
                words.visitor
              ) : (
                <ContactLink
                  key="contact"
                  id={cart.contact_id}
                  name={contact.data === undefined ? cart.contact_id : contactName(contact.data.data)}
                />
              )
            ],
            [words.stage, words.stages[cart.stage]],
            [words.total, total_amount === null || currency === null ? "—" : showMoney(total_amount, currency)],
            [
              words.cartLink,
              cart.url === null ? (
                words.noCartLink
              ) : (
                <Text key="url" span fz="sm" style={{ overflowWrap: "anywhere" }}>
                  {cart.url}
                </Text>
              )
            ],
            [words.source, showStatus(cart.source)],
            [words.created, showTime(cart.created_at)],
            [
              words.cartId,
              <Text key="id" span fz="xs" style={{ overflowWrap: "anywhere" }}>
                {cart.id}
              </Text>
            ]
          ]}
        />
      </Section>
      <Section title={words.items} flush>
        <Table
          label={words.items}
          columns={[
            { title: orderWords.itemTitle, cell: ({ item }) => item.title ?? "—" },
            { title: orderWords.sku, nowrap: true, cell: ({ item }) => item.sku ?? "—" },
            { title: orderWords.quantity, alignRight: true, cell: ({ item }) => item.quantity ?? "—" },
            {
              title: orderWords.price,
              alignRight: true,
              cell: ({ item }) =>
                item.price === null || item.price === undefined || currency === null
                  ? "—"
                  : showAmount(String(item.price), currency)
            }
          ]}
          rows={cart.line_items.map((item, index) => ({ item, index }))}
          rowKey={({ index }) => String(index)}
          error={null}
          retry={() => undefined}
          empty={<EmptyState title={words.noItems} />}
        />
      </Section>
    </Page>
  )
}
