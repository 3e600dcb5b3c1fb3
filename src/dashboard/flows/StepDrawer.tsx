import { Button, Drawer, Stack, Tabs } from "@mantine/core"
import { lazy, Suspense } from "react"
import type { FlowTrigger } from "../../domain/flows/Definition.ts"
import type { Step } from "../../domain/flows/Step.ts"
import { Loading } from "../components/Feedback.tsx"
import { StepForm } from "./StepForm.tsx"
import { stepLabel } from "./stepKinds.ts"

const MessagePreview = lazy(() => import("./MessagePreview.tsx").then((module) => ({ default: module.MessagePreview })))

/** The form of one step, with a preview for messages. */
export const StepDrawer = (props: {
  readonly step: Step | undefined
  readonly path: string
  readonly trigger: FlowTrigger
  readonly onChange: (step: Step) => void
  readonly onClose: () => void
}) => {
  const { step, path, trigger, onChange, onClose } = props
  const form = step === undefined ? null : <StepForm step={step} path={path} onChange={onChange} />
  return (
    <Drawer
      opened={step !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={step === undefined ? "" : stepLabel(step.type)}
    >
      <Stack>
        {step?.type === "send_email" || step?.type === "send_sms" ? (
          <Tabs defaultValue="write" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="write">Write</Tabs.Tab>
              <Tabs.Tab value="preview">Preview</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="write">{form}</Tabs.Panel>
            <Tabs.Panel value="preview">
              <Suspense fallback={<Loading />}>
                <MessagePreview step={step} trigger={trigger} />
              </Suspense>
            </Tabs.Panel>
          </Tabs>
        ) : (
          form
        )}
        <Button onClick={onClose} ml="auto">
          Done
        </Button>
      </Stack>
    </Drawer>
  )
}
