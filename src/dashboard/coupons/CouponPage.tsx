import { Code, Group } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import { showTime } from "../format.ts"
import * as common from "../words/common.ts"
import * as words from "../words/coupons.ts"
import { AddCodes, MakeCodes } from "./AddCodes.tsx"
import { CouponRevenue } from "./CouponRevenue.tsx"

/** A coupon with its codes and what became of them. */
export const CouponPage = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id = "" } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ["coupons", account, id],
    queryFn: () => call((api) => api.coupons.get({ params: { account, id } }))
  })
  const back = (
    <PageLink to="/a/$account/coupons" params={{ account }}>
      {words.backToCoupons}
    </PageLink>
  )
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} back={back} />
  if (query.data === undefined) return <Loading />
  const { name, kind, code, codes, redeemed, revenue, created_at } = query.data.data
  const remove = async () => {
    await call((api) => api.coupons.remove({ params: { account, id } }))
    await navigate({ to: "/a/$account/coupons", params: { account } })
    await queries.invalidateQueries({ queryKey: ["coupons", account] })
  }
  const actions = (
    <Group gap="sm">
      <ConfirmButton label={common.deleting} title={words.deleteTitle} action={remove}>
        {words.deleteText}
      </ConfirmButton>
      {codes !== null && <MakeCodes id={id} name={name} />}
      {codes !== null && <AddCodes id={id} />}
    </Group>
  )
  const pool = codes === null ? [] : ([[words.free, codes.free.toLocaleString()]] as const)
  const used = codes === null ? [] : ([[words.given, codes.given.toLocaleString()]] as const)
  return (
    <Page title={name} subtitle={code ?? words.kinds[kind]} back={back} actions={actions}>
      <Section title={words.details}>
        <DescriptionList
          items={[
            [words.inTemplates, <Code key="variable">{words.inMessages(name)}</Code>],
            ...pool,
            ...used,
            ...(codes === null ? [] : ([[words.levelText, words.levels[codes.level]]] as const)),
            [words.redeemed, redeemed.toLocaleString()],
            [words.revenue, <CouponRevenue key="revenue" revenue={revenue} />],
            [common.created, showTime(created_at)]
          ]}
        />
      </Section>
    </Page>
  )
}
