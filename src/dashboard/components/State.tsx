import { Badge } from "@mantine/core"
import { colourOf, showState } from "../format.ts"

/** A state as a badge, word and colour. */
export const State = ({ state }: { readonly state: string | null | undefined }) =>
  state === null || state === undefined ? (
    <>—</>
  ) : (
    <Badge variant="light" color={colourOf(state)} c="var(--mantine-color-text)" tt="none" miw="max-content">
      {showState(state)}
    </Badge>
  )
