import { List, Stack, Text } from "@mantine/core"
import type { ConditionAt } from "../../domain/backtests/SegmentBacktest.ts"
import { Dotted } from "../components/StatusBadge.tsx"
import { showCondition } from "../conditions/conditionText.ts"
import { productsInConditions, useProductTitles } from "../products/useProductTitles.ts"
import * as words from "../words/backtests.ts"
import { conditionHolds, or } from "../words/segments.ts"

/** Conditions as they were at a moment of the past: whether each held, and what the contact had then. */
export const ConditionsThen = ({
  groups
}: {
  readonly groups: ReadonlyArray<ReadonlyArray<typeof ConditionAt.Type>>
}) => {
  const titleOf = useProductTitles(productsInConditions(groups.map((group) => group.map(({ condition }) => condition))))
  return (
    <Stack gap="xs">
      {groups.map((group, at) => (
        <Stack key={at} gap={4}>
          {at > 0 && <Text size="sm">{or}</Text>}
          <List size="sm" listStyleType="none">
            {group.map(({ condition, holds, value }, index) => (
              <List.Item key={index}>
                <Dotted
                  color={holds ? "teal" : "orange"}
                  text={`${conditionHolds(showCondition(condition, titleOf), holds)} (${words.hadThen(value)})`}
                />
              </List.Item>
            ))}
          </List>
        </Stack>
      ))}
    </Stack>
  )
}
