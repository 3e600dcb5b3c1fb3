import { Tabs } from "@mantine/core"
import { lazy, Suspense } from "react"
import type { FlowTrigger } from "../../../domain/flows/FlowTrigger.ts"
import type { Step } from "../../../domain/flows/Step.ts"
import { Loading } from "../../components/Feedback.tsx"
import { FollowsEditedLanguage } from "../../content/editedLanguage.tsx"
import { SidePanel } from "../editor/SidePanel.tsx"
import { StepForm } from "./StepForm.tsx"
import * as words from "../../words/flows/flowStepForms.ts"
import { stepNames } from "../../words/flows/flowSteps.ts"

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
  const form = step === undefined ? null : <StepForm step={step} path={path} trigger={trigger} onChange={onChange} />
  return (
    <SidePanel
      key={step?.id}
      opened={step !== undefined}
      onClose={onClose}
      title={step === undefined ? "" : stepNames[step.type]}
    >
      {step?.type === "send_email" || step?.type === "send_sms" ? (
        <FollowsEditedLanguage>
          <Tabs defaultValue="write" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="write">{words.write}</Tabs.Tab>
              <Tabs.Tab value="preview">{words.preview}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="write">{form}</Tabs.Panel>
            <Tabs.Panel value="preview">
              <Suspense fallback={<Loading />}>
                <MessagePreview step={step} trigger={trigger.type} />
              </Suspense>
            </Tabs.Panel>
          </Tabs>
        </FollowsEditedLanguage>
      ) : (
        form
      )}
    </SidePanel>
  )
}
