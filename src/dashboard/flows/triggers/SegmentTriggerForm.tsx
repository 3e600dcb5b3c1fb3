import { NativeSelect } from "@mantine/core"
import { useSegments } from "../../segments/useSegments.ts"
import { useIssue } from "../editor/flowIssues.ts"
import * as words from "../../words/flows/flowTriggerForms.ts"

/** The segment whose new contacts start a flow. */
export const SegmentTriggerForm = (props: {
  readonly value: string
  readonly onChange: (segment_id: string) => void
}) => {
  const segments = useSegments() ?? []
  return (
    <NativeSelect
      label={words.segment}
      description={words.aboutSegment}
      error={useIssue("trigger.segment_id")}
      value={props.value}
      data={[
        ...(segments.some(({ id }) => id === props.value) ? [] : [{ value: props.value, label: words.chooseSegment }]),
        ...segments.map(({ id, name }) => ({ value: id, label: name }))
      ]}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
    />
  )
}
