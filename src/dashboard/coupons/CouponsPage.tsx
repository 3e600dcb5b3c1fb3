import { Alert } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { namedSortColumns } from "../../domain/lists/Page.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { EmptyState } from "../components/Feedback.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { useListState } from "../useListState.ts"
import * as words from "../words/coupons.ts"
import { CouponRevenue } from "./CouponRevenue.tsx"
import { NewCoupon } from "./NewCoupon.tsx"

/** The coupons of an account with what became of their codes. */
export const CouponsPage = () => {
  const account = useAccount()
  const list = useListState()
  const sort = list.sorted(namedSortColumns, { column: "name", descending: false })
  const query = { page: list.page, ...sort.query }
  const coupons = useQuery({
    queryKey: ["coupons", account, "list", query],
    queryFn: () => call((api) => api.coupons.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  const short = (coupons.data?.data ?? []).filter(({ codes }) => codes !== null && codes.level !== "ok")
  return (
    <Page title={words.coupons} subtitle={words.couponsSubtitle} actions={<NewCoupon />}>
      {short.length > 0 && <Alert color="orange">{words.needsCodes(short.map(({ name }) => name).join(", "))}</Alert>}
      <Table
        label={words.coupons}
        columns={[
          {
            title: words.coupon,
            fills: true,
            sort: "name",
            descendingFirst: false,
            cell: ({ id, name }) => (
              <PageLink to="/a/$account/coupons/$id" params={{ account, id }} fw={500}>
                {name}
              </PageLink>
            )
          },
          { title: words.kind, nowrap: true, cell: ({ kind, code }) => code ?? words.kinds[kind] },
          { title: words.free, alignRight: true, cell: ({ codes }) => codes?.free.toLocaleString() ?? "—" },
          { title: words.given, alignRight: true, cell: ({ codes }) => codes?.given.toLocaleString() ?? "—" },
          {
            title: words.levelText,
            nowrap: true,
            cell: ({ codes }) => (codes === null ? "—" : words.levels[codes.level])
          },
          { title: words.redeemed, alignRight: true, cell: ({ redeemed }) => redeemed.toLocaleString() },
          {
            title: words.revenue,
            alignRight: true,
            nowrap: true,
            cell: ({ revenue }) => <CouponRevenue revenue={revenue} />
          }
        ]}
        sort={sort.table}
        rows={coupons.data?.data}
        rowKey={({ id }) => id}
        error={coupons.error}
        retry={() => void coupons.refetch()}
        empty={
          <EmptyState
            title={words.noCouponsYet}
            sample={[words.sampleName, words.kinds.single, "1,000"]}
            action={<NewCoupon />}
          >
            {words.whatCouponIs}
          </EmptyState>
        }
      />
      <Pager {...list.numbered(coupons)} />
    </Page>
  )
}
