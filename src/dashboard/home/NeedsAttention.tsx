import { Text } from "@mantine/core"
import type { Attention } from "../../domain/reports/Activity.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import classes from "./Home.module.css"
import * as words from "../words/home/home.ts"

const Item = ({ item }: { readonly item: Attention }) => {
  const account = useAccount()
  const { kind, flow, coupon } = item
  if (coupon !== null)
    return (
      <>
        <PageLink to="/a/$account/coupons/$id" params={{ account, id: coupon.id }} fw={500}>
          {coupon.name}
        </PageLink>
        : {words.attention(item)}
      </>
    )
  if (flow !== null)
    return (
      <>
        <PageLink to="/a/$account/flows/$id" params={{ account, id: flow.id }} fw={500}>
          {flow.name}
        </PageLink>
        : {words.attention(item)}
      </>
    )
  if (kind === "orders_taken")
    return (
      <PageLink to="/a/$account/settings/$section" params={{ account, section: "integrations" }}>
        {words.attention(item)}
      </PageLink>
    )
  return (
    <PageLink to={kind === "texts_unsent" ? "/a/$account/forms" : "/a/$account/messages"} params={{ account }}>
      {words.attention(item)}
    </PageLink>
  )
}

/** Problems that need the merchant, each with a link to the page that fixes it. */
export const NeedsAttention = ({ items }: { readonly items: ReadonlyArray<Attention> }) => (
  <Section title={words.needsAttention}>
    {items.length === 0 ? (
      <Text size="sm" c="dimmed">
        {words.nothingNeedsAttention}
      </Text>
    ) : (
      <ul className={classes["attention"]}>
        {items.map((item, index) => (
          <li key={index}>
            <Text size="sm">
              <Item item={item} />
            </Text>
          </li>
        ))}
      </ul>
    )}
  </Section>
)
