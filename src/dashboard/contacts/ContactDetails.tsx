import { Badge, Group, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import type { ContactBody } from "../../api/Contacts.ts"
import { call } from "../call.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { Section } from "../components/Section.tsx"
import { showMoney, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import * as common from "../words/common.ts"
import * as words from "../words/contacts/contacts.ts"

/** A contact's spending in each currency, with the average order. Voided and refunded orders do not count. */
const useSpending = (id: string) => {
  const account = useAccount()
  const spending = useQuery({
    queryKey: ["contacts", account, id, "spending"],
    queryFn: () => call((api) => api.contacts.spending({ params: { account, id } }))
  })
  return spending.data?.data ?? []
}

/** Addresses, tags, order figures and custom fields of a contact. */
export const ContactDetails = ({ contact }: { readonly contact: typeof ContactBody.Type }) => {
  const customFields = Object.entries(contact.custom_fields)
  const spending = useSpending(contact.id)
  const amounts = (key: "total_amount" | "average_amount") =>
    spending.length === 0
      ? "—"
      : spending.map((spent) => (
          <Text key={spent.currency_code} size="sm">
            {showMoney(spent[key], spent.currency_code)}
          </Text>
        ))
  return (
    <Stack>
      <Section title={common.contact}>
        <DescriptionList
          items={[
            [common.email, contact.email ?? "—"],
            [common.phone, contact.phone ?? "—"],
            [common.created, showTime(contact.created_at)],
            [
              words.tags,
              contact.tags.length === 0 ? (
                "—"
              ) : (
                <Group key="tags" gap={4}>
                  {contact.tags.map((tag) => (
                    <Badge key={tag} variant="default" tt="none" h="auto" style={{ whiteSpace: "normal" }}>
                      {tag}
                    </Badge>
                  ))}
                </Group>
              )
            ]
          ]}
        />
      </Section>
      <Section title={words.orders}>
        <DescriptionList
          items={[
            [words.spent, amounts("total_amount")],
            [words.averageOrder, amounts("average_amount")],
            [words.orders, contact.order_count.toLocaleString()],
            [words.firstOrder, showTime(contact.first_order_at)],
            [words.lastOrder, showTime(contact.last_order_at)]
          ]}
        />
      </Section>
      {customFields.length > 0 && (
        <Section title={words.customFields}>
          <DescriptionList items={customFields.map(([name, value]) => [name, String(value)])} />
        </Section>
      )}
    </Stack>
  )
}
