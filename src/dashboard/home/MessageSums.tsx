import { Stack, Text } from "@mantine/core"
import type { AudienceSums } from "../../domain/reports/AudienceSums.ts"
import { skippedText } from "../../domain/reports/skippedText.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { Section } from "../components/Section.tsx"
import { AudienceSumsList } from "../reports/AudienceSumsList.tsx"
import * as words from "../words/audienceSums.ts"

/** How many messages of the period met each end, or none yet. */
export const MessageSums = ({ sums }: { readonly sums: AudienceSums }) => (
  <Section title={words.messageSums} subtitle={words.messageSumsHint}>
    <Stack gap="sm">
      <AudienceSumsList sums={sums} of={words.messages} />
      {sums.skipped_by.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            {words.byReason}
          </Text>
          <DescriptionList
            items={sums.skipped_by.map(({ reason, count }) => [skippedText(reason), count.toLocaleString()])}
          />
        </>
      )}
    </Stack>
  </Section>
)
