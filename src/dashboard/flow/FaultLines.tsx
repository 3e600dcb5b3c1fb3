import { Text } from "@mantine/core"
import type { Fault } from "../../domain/ValidationIssue.ts"

/** What is wrong with a step, on its card. */
export const FaultLines = ({ faults }: { readonly faults: ReadonlyArray<Fault> }) =>
  faults.map(({ field, message }) => (
    <Text key={`${field}${message}`} size="xs" c="var(--mantine-color-error)">
      {message}
    </Text>
  ))
