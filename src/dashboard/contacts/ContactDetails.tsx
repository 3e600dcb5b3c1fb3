import { Badge, Group, Stack } from "@mantine/core"
import type { ContactBody } from "../../api/Contacts.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { Section } from "../components/Section.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { showTime } from "../format.ts"

/** Name, addresses, tags, consents, order figures and custom fields of a contact. */
export const ContactDetails = ({ contact }: { readonly contact: typeof ContactBody.Type }) => {
  const customFields = Object.entries(contact.custom_fields)
  return (
    <Stack>
      <Section title="Contact">
        <DescriptionList
          items={[
            ["Name", [contact.first_name, contact.last_name].filter(Boolean).join(" ") || "—"],
            ["E-mail", contact.email ?? "—"],
            ["Phone", contact.phone ?? "—"],
            ["Created", showTime(contact.created_at)],
            [
              "Tags",
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
      <Section title="Consent">
        <DescriptionList
          items={[
            ["E-mail", <StatusBadge key="email" status={contact.email_consent} />],
            ["SMS", <StatusBadge key="sms" status={contact.sms_consent} />]
          ]}
        />
      </Section>
      <Section title="Orders">
        <DescriptionList
          items={[
            ["Count", contact.order_count],
            ["First", showTime(contact.first_order_at)],
            ["Last", showTime(contact.last_order_at)]
          ]}
        />
      </Section>
      {customFields.length > 0 && (
        <Section title="Custom fields">
          <DescriptionList items={customFields.map(([name, value]) => [name, String(value)])} />
        </Section>
      )}
    </Stack>
  )
}
