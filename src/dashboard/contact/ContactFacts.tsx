import { Badge, Group, Stack } from "@mantine/core"
import type { ContactBody } from "../../api/Contacts.ts"
import { Facts } from "../components/Facts.tsx"
import { Section } from "../components/Section.tsx"
import { State } from "../components/State.tsx"
import { showTime } from "../format.ts"

/** Who a contact is, and what they agreed to. */
export const ContactFacts = ({ contact }: { readonly contact: typeof ContactBody.Type }) => {
  const fields = Object.entries(contact.custom_fields)
  return (
    <Stack>
      <Section title="Contact">
        <Facts
          facts={[
            ["Name", [contact.first_name, contact.last_name].filter(Boolean).join(" ") || "—"],
            ["E-mail", contact.email ?? "—"],
            ["Phone", contact.phone ?? "—"],
            ["Known since", showTime(contact.created_at)],
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
        <Facts
          facts={[
            ["E-mail", <State key="email" state={contact.email_consent} />],
            ["SMS", <State key="sms" state={contact.sms_consent} />]
          ]}
        />
      </Section>
      <Section title="Orders">
        <Facts
          facts={[
            ["Count", contact.order_count],
            ["First", showTime(contact.first_order_at)],
            ["Last", showTime(contact.last_order_at)]
          ]}
        />
      </Section>
      {fields.length > 0 && (
        <Section title="Custom fields">
          <Facts facts={fields.map(([name, value]) => [name, String(value)])} />
        </Section>
      )}
    </Stack>
  )
}
