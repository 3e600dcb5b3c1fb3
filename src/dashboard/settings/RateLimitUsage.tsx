import { Group, Progress, Text } from "@mantine/core"
import * as words from "../words/settings/settingsRequests.ts"

/** The used part of a rate limit window, as a progress bar. */
export const RateLimitUsage = (props: { readonly label: string; readonly used: number; readonly limit: number }) => (
  <div>
    <Group justify="space-between" mb={4}>
      <Text size="sm">{props.label}</Text>
      <Text size="sm">{words.usedOfLimit(props.used, props.limit)}</Text>
    </Group>
    <Progress value={(100 * props.used) / Math.max(1, props.limit)} aria-label={props.label} />
  </div>
)
