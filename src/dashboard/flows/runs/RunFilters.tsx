import { Group, NativeSelect } from "@mantine/core"
import type { Definition } from "../../../domain/flows/Definition.ts"
import type { RunFilter } from "../../../domain/flows/FlowRun.ts"
import { stepsOf } from "../../../domain/flows/stepsOf.ts"
import { halfOnPhone } from "../../components/SearchInput.tsx"
import { shortened } from "../../format.ts"
import type { ProductTitle } from "../../products/useProductTitles.ts"
import { showStep } from "../steps/stepDisplay.ts"
import * as common from "../../words/common.ts"
import * as words from "../../words/flows/flowRuns.ts"

const states = ["under_way", "completed", "exited", "failed"] as const

const all = { value: "", label: words.all }

/** The filters of the runs of a flow: by how they are, and by the step that they are at. */
export const RunFilters = (props: {
  readonly definition: Definition
  readonly titleOf: ProductTitle
  readonly value: RunFilter
  readonly onChange: (filter: RunFilter) => void
}) => (
  <Group gap="sm" mb="sm">
    <NativeSelect
      size="xs"
      label={common.status}
      {...halfOnPhone}
      value={props.value.state ?? ""}
      data={[all, ...states.map((value) => ({ value, label: words.runStates[value] }))]}
      onChange={({ currentTarget }) => {
        const state = states.find((value) => value === currentTarget.value)
        props.onChange(state === undefined ? {} : { state })
      }}
    />
    <NativeSelect
      size="xs"
      label={words.currentStep}
      {...halfOnPhone}
      value={props.value.step ?? ""}
      data={[
        all,
        ...stepsOf(props.definition).map(({ step }) => ({
          value: step.id,
          label: shortened(showStep(step, props.titleOf), 50)
        }))
      ]}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value === "" ? {} : { step: currentTarget.value })}
    />
  </Group>
)
