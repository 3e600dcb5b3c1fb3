import { Button } from "@mantine/core"
import { nearestName } from "../../domain/values/nearestName.ts"
import * as words from "../words/pickers.ts"
import type { PickerProps } from "./SuggestedOption.tsx"
import { TextPicker } from "./TextPicker.tsx"
import { useContactValues } from "./useContactValues.ts"

/** The type of an event: those that the account received are suggested, and a name that is near to one of them is asked about. */
export const EventTypePicker = (
  props: PickerProps & { readonly value: string; readonly onChange: (value: string) => void }
) => {
  const { values } = useContactValues("event_types")
  const { value, onChange } = props
  const meant = values.includes(value) ? undefined : nearestName(value, values)
  return (
    <div>
      <TextPicker {...props} kind="event_types" />
      {meant !== undefined && (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={() => onChange(meant)}>
          {words.didYouMean(meant)}
        </Button>
      )}
    </div>
  )
}
