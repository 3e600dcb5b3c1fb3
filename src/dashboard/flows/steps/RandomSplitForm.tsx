import { ActionIcon, Button, Group, NumberInput, Stack, Text } from "@mantine/core"
import { maxBranches, type RandomSplit } from "../../../domain/flows/Step.ts"
import { Icon } from "../../components/Icon.tsx"
import { useIssue } from "../editor/flowIssues.ts"
import * as words from "../../words/flows/flowStepForms.ts"
import { branchName } from "../../words/flows/flowSteps.ts"

type Branch = RandomSplit["branches"][number]

const ShareInput = (props: {
  readonly branch: Branch
  readonly at: number
  readonly path: string
  readonly onChange: (percent: number) => void
  readonly onRemove: (() => void) | undefined
}) => {
  const issue = useIssue(`${props.path}.percent`)
  const name = branchName(props.at)
  return (
    <Group align={issue === undefined ? "end" : "center"}>
      <NumberInput
        label={words.shareOf(name)}
        suffix="%"
        min={1}
        max={99}
        allowDecimal={false}
        error={issue}
        value={props.branch.percent}
        onChange={(next) => props.onChange(Number(next))}
      />
      {props.onRemove !== undefined && (
        <ActionIcon variant="subtle" color="gray" aria-label={words.removeBranch(name)} onClick={props.onRemove}>
          <Icon name="exit" size={15} />
        </ActionIcon>
      )}
    </Group>
  )
}

/** The shares of a random split. Its branches are edited in the diagram; one with steps cannot be removed here. */
export const RandomSplitForm = (props: {
  readonly step: RandomSplit
  readonly path: string
  readonly onChange: (step: RandomSplit) => void
}) => {
  const { step, path } = props
  const { branches } = step
  const issue = useIssue(`${path}.branches`)
  const set = (next: ReadonlyArray<Branch>) => props.onChange({ ...step, branches: next })
  const sum = branches.reduce((total, { percent }) => total + percent, 0)
  return (
    <Stack>
      {branches.map((branch, at) => (
        <ShareInput
          key={at}
          branch={branch}
          at={at}
          path={`${path}.branches.${at}`}
          onChange={(percent) => set(branches.with(at, { ...branch, percent }))}
          onRemove={branches.length > 2 && branch.steps.length === 0 ? () => set(branches.toSpliced(at, 1)) : undefined}
        />
      ))}
      <Text size="sm" {...(sum === 100 ? { c: "dimmed" } : { c: "var(--mantine-color-error)", role: "alert" })}>
        {issue ?? (sum === 100 ? words.sharesComplete : words.sharesIncomplete(sum))}
      </Text>
      {branches.length < maxBranches && (
        <Button
          variant="default"
          mr="auto"
          onClick={() => set([...branches, { percent: Math.max(1, 100 - sum), steps: [] }])}
        >
          {words.addBranch}
        </Button>
      )}
    </Stack>
  )
}
