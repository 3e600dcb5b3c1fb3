import { Badge } from "@mantine/core"
import { showState, statusColour } from "../format.ts"

/** A status or consent state as a coloured badge; a dash where there is none. */
export const StatusBadge = ({ status }: { readonly status: string | null | undefined }) =>
  status === null || status === undefined ? (
    <>—</>
  ) : (
    <Badge variant="light" color={statusColour(status)} c="var(--mantine-color-text)" tt="none" miw="max-content">
      {showState(status)}
    </Badge>
  )
