import { Group, NativeSelect } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { CartStage } from "../../domain/carts/Cart.ts"
import { CartStatus } from "../../domain/carts/cartEnd.ts"
import { call } from "../call.ts"
import { EmptyState } from "../components/Feedback.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { halfOnPhone } from "../components/SearchInput.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { ContactLink } from "../contacts/ContactLink.tsx"
import { showMoney, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useListState } from "../useListState.ts"
import * as common from "../words/common.ts"
import * as words from "../words/carts.ts"
import { CartState } from "./CartState.tsx"

const optionsOf = (labels: Readonly<Record<string, string>>) => [
  { value: "", label: words.any },
  ...Object.entries(labels).map(([value, label]) => ({ value, label }))
]

/** The carts of an account with what became of each, last changed first. */
export const CartsPage = () => {
  const account = useAccount()
  const list = useListState()
  const status = CartStatus.literals.find((known) => known === list.filter("status"))
  const stage = CartStage.literals.find((known) => known === list.filter("stage"))
  const filter = { ...(status === undefined ? {} : { status }), ...(stage === undefined ? {} : { stage }) }
  const query = { per_page: 25, ...filter, ...(list.cursor === undefined ? {} : { cursor: list.cursor }) }
  const carts = useQuery({
    queryKey: ["carts", account, query],
    queryFn: () => call((api) => api.carts.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  return (
    <Page title={words.carts} subtitle={words.cartsSubtitle}>
      <Group align="end" gap="sm">
        <NativeSelect
          label={words.became}
          w={{ sm: 180 }}
          {...halfOnPhone}
          data={optionsOf(words.statuses)}
          value={status ?? ""}
          onChange={({ currentTarget }) => list.setFilters({ status: currentTarget.value })}
        />
        <NativeSelect
          label={words.stage}
          w={{ sm: 180 }}
          {...halfOnPhone}
          data={optionsOf(words.stages)}
          value={stage ?? ""}
          onChange={({ currentTarget }) => list.setFilters({ stage: currentTarget.value })}
        />
      </Group>
      <Table
        label={words.carts}
        columns={[
          {
            title: words.changed,
            nowrap: true,
            cell: ({ id, updated_at }) => (
              <PageLink to="/a/$account/carts/$id" params={{ account, id }} fw={500}>
                {showTime(updated_at)}
              </PageLink>
            )
          },
          {
            title: common.contact,
            fills: true,
            cell: ({ contact_id, contact }) =>
              contact_id === null ? words.visitor : <ContactLink id={contact_id} name={contact ?? contact_id} />
          },
          { title: words.stage, nowrap: true, cell: (cart) => words.stages[cart.stage] },
          { title: words.items, alignRight: true, cell: ({ item_count }) => item_count },
          {
            title: words.total,
            alignRight: true,
            nowrap: true,
            cell: ({ total_amount, currency }) =>
              total_amount === null || currency === null ? "—" : showMoney(total_amount, currency)
          },
          { title: words.became, cell: (cart) => <CartState status={cart.status} order_id={cart.order_id} /> }
        ]}
        rows={carts.data?.data}
        rowKey={({ id }) => id}
        error={carts.error}
        retry={() => void carts.refetch()}
        empty={
          Object.keys(filter).length > 0 ? (
            <EmptyState title={words.noMatchingCarts}>{words.changeFilters}</EmptyState>
          ) : (
            <EmptyState
              title={words.noCartsYet}
              sample={[words.sampleTime, "ada@example.com", words.stages.checkout, "59.90 USD", words.statuses.open]}
              action={
                <LinkButton to="/a/$account/settings/$section" params={{ account, section: "integrations" }}>
                  {words.connectShop}
                </LinkButton>
              }
            >
              {words.howCartsArrive}
            </EmptyState>
          )
        }
      />
      <Pager {...list.pager(carts)} />
    </Page>
  )
}
