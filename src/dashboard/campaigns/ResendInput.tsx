import { NumberInput, Stack, Switch, TextInput } from "@mantine/core"
import type { Resend } from "../../domain/campaigns/Resend.ts"
import { Section } from "../components/Section.tsx"
import * as words from "../words/campaignOptions.ts"

/** Whether, when and as what a mail is sent again to those who did not click. */
export const ResendInput = (props: {
  readonly value: Resend | null
  readonly issue: (field: string) => string | undefined
  readonly onChange: (resend: Resend | null) => void
}) => {
  const { value, issue, onChange } = props
  return (
    <Section title={words.sendAgain}>
      <Stack>
        <Switch
          label={words.sendAgainSwitch}
          description={words.sendAgainHint}
          error={issue("resend")}
          checked={value !== null}
          onChange={(event) => onChange(event.currentTarget.checked ? { days: 3, subject: "" } : null)}
        />
        {value !== null && (
          <>
            <NumberInput
              label={words.daysAfter}
              min={1}
              max={30}
              w={260}
              error={issue("resend.days")}
              value={value.days}
              onChange={(days) => onChange({ ...value, days: Number(days) })}
            />
            <TextInput
              label={words.itsSubject}
              error={issue("resend.subject")}
              value={value.subject}
              onChange={(event) => onChange({ ...value, subject: event.currentTarget.value })}
            />
          </>
        )}
      </Stack>
    </Section>
  )
}
