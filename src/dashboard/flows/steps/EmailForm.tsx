import { Stack, Switch, TextInput } from "@mantine/core"
import { lazy, Suspense } from "react"
import type { FlowTrigger } from "../../../domain/flows/FlowTrigger.ts"
import type { SendEmail } from "../../../domain/flows/Step.ts"
import { subjectOfTrigger } from "../../../domain/flows/triggerKinds.ts"
import { Loading } from "../../components/Feedback.tsx"
import { EmailBodyInput } from "../../content/EmailBodyInput.tsx"
import { PreheaderInput } from "../../content/PreheaderInput.tsx"
import { useIssue, useIssuesWithin } from "../editor/flowIssues.ts"
import { MessageClassInput } from "./MessageClassInput.tsx"
import * as words from "../../words/flows/flowStepForms.ts"

const MessagePreview = lazy(() => import("./MessagePreview.tsx").then((module) => ({ default: module.MessagePreview })))

/** The e-mail of a step. */
export const EmailForm = (props: {
  readonly step: typeof SendEmail.Type
  readonly path: string
  readonly trigger: FlowTrigger
  readonly onChange: (step: typeof SendEmail.Type) => void
}) => {
  const { step, path, trigger, onChange } = props
  const { html: _, content: __, ...others } = step
  const issues = useIssuesWithin(path).map(({ field, message }) => ({ field: field.slice(path.length + 1), message }))
  return (
    <Stack>
      <TextInput
        label={words.subject}
        error={useIssue(`${path}.subject`)}
        value={step.subject}
        onChange={(event) => onChange({ ...step, subject: event.currentTarget.value })}
      />
      <PreheaderInput mail={step} error={useIssue(`${path}.preheader`)} onChange={onChange} />
      <EmailBodyInput
        body={step}
        mailSubject={step.subject}
        htmlHint={words.aboutHtml}
        subject={subjectOfTrigger(trigger.type)}
        preview={
          <Suspense fallback={<Loading />}>
            <MessagePreview step={step} trigger={trigger.type} />
          </Suspense>
        }
        issues={issues}
        onChange={(body) => onChange({ ...others, ...body })}
        onTemplate={(mail) => onChange({ ...others, ...mail })}
      />
      <Switch
        label={words.mailLayout}
        description={words.aboutMailLayout}
        checked={step.layout !== "none"}
        onChange={(event) => onChange({ ...step, layout: event.currentTarget.checked ? "shell" : "none" })}
      />
      <MessageClassInput
        path={path}
        value={step.class}
        onChange={(messageClass) => onChange({ ...step, class: messageClass })}
      />
    </Stack>
  )
}
