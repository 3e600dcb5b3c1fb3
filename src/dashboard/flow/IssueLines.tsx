import { Text } from "@mantine/core"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"

/** What is wrong with a step, on its card. */
export const IssueLines = ({ issues }: { readonly issues: ReadonlyArray<ValidationIssue> }) =>
  issues.map(({ field, message }) => (
    <Text key={`${field}${message}`} size="xs" c="var(--mantine-color-error)">
      {message}
    </Text>
  ))
