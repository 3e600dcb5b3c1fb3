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
import { showStatus, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import * as words from "../words/products.ts"
import { showPrice } from "./showPrice.ts"
import { StockState } from "./StockState.tsx"

const anywhere = { overflowWrap: "anywhere" } as const

/** A product with its variants, their prices and stock. */
export const ProductPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ["products", account, id],
    queryFn: () => call((api) => api.products.get({ params: { account, id } }))
  })
  const back = (
    <PageLink to="/a/$account/products" params={{ account }}>
      {words.backToProducts}
    </PageLink>
  )
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} back={back} />
  if (query.data === undefined) return <Loading />
  const { data: product } = query.data
  const link = (url: string | null) =>
    url === null ? (
      words.none
    ) : (
      <Text key={url} span fz="sm" style={anywhere}>
        {url}
      </Text>
    )
  return (
    <Page title={product.title ?? product.id} subtitle={words.changedAt(showTime(product.updated_at))} back={back}>
      <Section title={words.details}>
        <DescriptionList
          items={[
            [words.published, product.published ? words.yes : words.no],
            [words.vendor, product.vendor ?? "—"],
            [words.productType, product.product_type ?? "—"],
            [words.tags, product.tags.length === 0 ? "—" : product.tags.join(", ")],
            [words.productLink, link(product.url)],
            [words.image, link(product.image_url)],
            [
              words.description,
              product.description === null ? (
                "—"
              ) : (
                <Text key="description" span fz="sm" style={anywhere} lineClamp={6}>
                  {product.description}
                </Text>
              )
            ],
            [words.source, showStatus(product.source)],
            [words.created, showTime(product.created_at)],
            [
              words.productId,
              <Text key="id" span fz="xs" style={anywhere}>
                {product.id}
              </Text>
            ]
          ]}
        />
      </Section>
      <Section title={words.variants} flush>
        <Table
          label={words.variants}
          columns={[
            { title: words.variant, fills: true, cell: ({ id: variant, title }) => title ?? variant },
            { title: words.sku, nowrap: true, cell: ({ sku }) => sku ?? "—" },
            {
              title: words.price,
              alignRight: true,
              nowrap: true,
              cell: ({ price, currency }) => showPrice(price, currency)
            },
            {
              title: words.stock,
              nowrap: true,
              cell: ({ stock }) => <StockState in_stock={stock === null || stock > 0} stock={stock} />
            }
          ]}
          rows={product.variants}
          rowKey={({ id: variant }) => variant}
          error={null}
          retry={() => undefined}
          empty={<EmptyState title={words.noVariants} />}
        />
      </Section>
    </Page>
  )
}
