import { ActionIcon, Button, Card, Group, Menu, Modal, SimpleGrid, Stack, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import type { Step } from "../../domain/flow/Definition.ts"
import { StepForm } from "./StepForm.tsx"
import { kindOf, showStep, stepKinds } from "./stepKinds.ts"

type Steps = ReadonlyArray<Step>

const AddStep = ({ add, newId }: { readonly add: (step: Step) => void; readonly newId: () => string }) => (
  <Menu>
    <Menu.Target>
      <Button size="xs" variant="default" w="fit-content" mx="auto">
        + Add a step
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {stepKinds.map(({ type, label, make }) => (
        <Menu.Item key={type} onClick={() => add(make(newId()))}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

const StepCard = (props: {
  readonly step: Step
  readonly newId: () => string
  readonly onChange: (step: Step) => void
  readonly onMove: (by: number) => void
  readonly onRemove: () => void
}) => {
  const { step, onChange, newId } = props
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Card withBorder padding="sm" component="li">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text size="xs" c="dimmed">
            {kindOf(step.type)}
          </Text>
          <Text size="sm" lineClamp={2}>
            {showStep(step)}
          </Text>
        </div>
        <Group gap={4} wrap="nowrap">
          <ActionIcon variant="default" aria-label="Move up" onClick={() => props.onMove(-1)}>
            ↑
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Move down" onClick={() => props.onMove(1)}>
            ↓
          </ActionIcon>
          <Button size="compact-sm" variant="default" onClick={open}>
            Edit
          </Button>
          <ActionIcon variant="default" aria-label={`Remove ${showStep(step)}`} onClick={props.onRemove}>
            ×
          </ActionIcon>
        </Group>
      </Group>
      {step.type === "split" && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="sm">
          <div>
            <Text size="sm">If so</Text>
            <StepList steps={step.then} newId={newId} onChange={(then) => onChange({ ...step, then })} />
          </div>
          <div>
            <Text size="sm">If not</Text>
            <StepList
              steps={step.else}
              newId={newId}
              onChange={(otherwise) => onChange({ ...step, else: otherwise })}
            />
          </div>
        </SimpleGrid>
      )}
      <Modal opened={opened} onClose={close} title={kindOf(step.type)} size="lg">
        <Stack>
          <StepForm step={step} onChange={onChange} />
          <Button onClick={close} ml="auto">
            Done
          </Button>
        </Stack>
      </Modal>
    </Card>
  )
}

const moved = (steps: Steps, from: number, by: number): Steps => {
  const to = from + by
  const step = steps[from]
  if (step === undefined || to < 0 || to >= steps.length) return steps
  return steps.toSpliced(from, 1).toSpliced(to, 0, step)
}

/** A flow from top to bottom, as it runs. */
export const StepList = (props: {
  readonly steps: Steps
  readonly newId: () => string
  readonly onChange: (steps: Steps) => void
}) => {
  const { steps, newId, onChange } = props
  return (
    <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: "none" }}>
      {steps.map((step, at) => (
        <StepCard
          key={step.id}
          step={step}
          newId={newId}
          onChange={(next) => onChange(steps.with(at, next))}
          onMove={(by) => onChange(moved(steps, at, by))}
          onRemove={() => onChange(steps.toSpliced(at, 1))}
        />
      ))}
      <li>
        <AddStep newId={newId} add={(step) => onChange([...steps, step])} />
      </li>
    </Stack>
  )
}
