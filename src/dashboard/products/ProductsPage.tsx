import { Group, NativeSelect } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { EmptyState } from "../components/Feedback.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { halfOnPhone, SearchInput } from "../components/SearchInput.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useListState } from "../useListState.ts"
import * as words from "../words/products.ts"
import { showPrice } from "./showPrice.ts"
import { StockState } from "./StockState.tsx"

const stocks = ["true", "false"] as const

/** The products of an account, last changed first. */
export const ProductsPage = () => {
  const account = useAccount()
  const list = useListState()
  const q = list.filter("q")
  const in_stock = stocks.find((known) => known === list.filter("in_stock"))
  const filter = { ...(q === "" ? {} : { q }), ...(in_stock === undefined ? {} : { in_stock }) }
  const query = { per_page: 25, ...filter, ...(list.cursor === undefined ? {} : { cursor: list.cursor }) }
  const products = useQuery({
    queryKey: ["products", account, query],
    queryFn: () => call((api) => api.products.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  return (
    <Page title={words.products} subtitle={words.productsSubtitle}>
      <Group align="end" gap="sm">
        <SearchInput
          label={words.search}
          placeholder={words.searchExample}
          w={{ base: "100%", sm: 280 }}
          maxLength={200}
          value={q}
          onSearch={(text) => list.setFilters({ q: text })}
        />
        <NativeSelect
          label={words.stock}
          w={{ sm: 180 }}
          {...halfOnPhone}
          data={[
            { value: "", label: words.any },
            { value: "true", label: words.inStock },
            { value: "false", label: words.soldOut }
          ]}
          value={in_stock ?? ""}
          onChange={({ currentTarget }) => list.setFilters({ in_stock: currentTarget.value })}
        />
      </Group>
      <Table
        label={words.products}
        columns={[
          {
            title: words.productTitle,
            fills: true,
            cell: ({ id, title }) => (
              <PageLink to="/a/$account/products/$id" params={{ account, id }} fw={500}>
                {title ?? id}
              </PageLink>
            )
          },
          { title: words.vendor, cell: ({ vendor }) => vendor ?? "—" },
          { title: words.variants, alignRight: true, cell: ({ variant_count }) => variant_count },
          {
            title: words.price,
            alignRight: true,
            nowrap: true,
            cell: ({ price_from, price_to, currency }) =>
              words.prices(showPrice(price_from, currency), showPrice(price_to, currency))
          },
          { title: words.stock, nowrap: true, cell: (product) => <StockState {...product} /> },
          { title: words.changed, nowrap: true, cell: ({ updated_at }) => showTime(updated_at) }
        ]}
        rows={products.data?.data}
        rowKey={({ id }) => id}
        error={products.error}
        retry={() => void products.refetch()}
        empty={
          Object.keys(filter).length > 0 ? (
            <EmptyState title={words.noMatchingProducts}>{words.changeFilters}</EmptyState>
          ) : (
            <EmptyState
              title={words.noProductsYet}
              sample={words.sample}
              action={
                <LinkButton to="/a/$account/settings/$section" params={{ account, section: "integrations" }}>
                  {words.connectShop}
                </LinkButton>
              }
            >
              {words.howProductsArrive}
            </EmptyState>
          )
        }
      />
      <Pager {...list.pager(products)} />
    </Page>
  )
}
