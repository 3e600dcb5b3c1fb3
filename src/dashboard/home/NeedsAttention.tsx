import { Text } from "@mantine/core"
import type { Attention } from "../../domain/reports/Activity.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import classes from "./Home.module.css"
import * as words from "../words/home/home.ts"

/** Problems that need the merchant, each with a link to the page that fixes it. */
export const NeedsAttention = ({ items }: { readonly items: ReadonlyArray<Attention> }) => {
  const account = useAccount()
  return (
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
                {item.kind === "orders_taken" ? (
                  <PageLink to="/a/$account/settings/$section" params={{ account, section: "integrations" }}>
                    {words.attention(item)}
                  </PageLink>
                ) : item.flow === null ? (
                  <PageLink
                    to={item.kind === "texts_unsent" ? "/a/$account/forms" : "/a/$account/messages"}
                    params={{ account }}
                  >
                    {words.attention(item)}
                  </PageLink>
                ) : (
                  <>
                    <PageLink to="/a/$account/flows/$id" params={{ account, id: item.flow.id }} fw={500}>
                      {item.flow.name}
                    </PageLink>
                    : {words.attention(item)}
                  </>
                )}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
