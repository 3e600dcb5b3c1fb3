import { Stack, Switch } from "@mantine/core"
import { lazy, Suspense } from "react"
import type { FlowTrigger } from "../../../domain/flows/FlowTrigger.ts"
import type { SendEmail } from "../../../domain/flows/Step.ts"
import { subjectOfTrigger } from "../../../domain/flows/triggerKinds.ts"
import { Loading } from "../../components/Feedback.tsx"
import { EmailLanguagesInput } from "../../content/EmailLanguagesInput.tsx"
import { useIssue, useIssuesWithin } from "../editor/flowIssues.ts"
import { SenderInput } from "../../senders/SenderInput.tsx"
import { TopicInput } from "../../topics/TopicInput.tsx"
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
  const { id, type, class: purpose, layout, topic, sender_id, ...email } = step
  const { topic: _, ...general } = step
  const { sender_id: _sender, ...fromOwn } = step
  const others = {
    id,
    type,
    ...(purpose === undefined ? {} : { class: purpose }),
    ...(layout === undefined ? {} : { layout }),
    ...(topic === undefined ? {} : { topic }),
    ...(sender_id === undefined ? {} : { sender_id })
  }
  const senderIssue = useIssue(`${path}.sender_id`)
  const topicIssue = useIssue(`${path}.topic`)
  const issues = useIssuesWithin(path).map(({ field, message }) => ({ field: field.slice(path.length + 1), message }))
  return (
    <Stack>
      <EmailLanguagesInput
        email={email}
        subjectLabel={words.subject}
        htmlHint={words.aboutHtml}
        subject={subjectOfTrigger(trigger.type)}
        preview={(language) => (
          <Suspense fallback={<Loading />}>
            <MessagePreview key={language} step={step} trigger={trigger.type} language={language} />
          </Suspense>
        )}
        issues={issues}
        onChange={(changed) => onChange({ ...others, ...changed })}
      />
      <Switch
        label={words.mailLayout}
        description={words.aboutMailLayout}
        checked={step.layout !== "none"}
        onChange={(event) => onChange({ ...step, layout: event.currentTarget.checked ? "shell" : "none" })}
      />
      <SenderInput
        value={sender_id ?? null}
        error={senderIssue}
        onChange={(chosen) => onChange(chosen === null ? fromOwn : { ...step, sender_id: chosen })}
      />
      <MessageClassInput
        path={path}
        value={step.class}
        onChange={(messageClass) =>
          onChange(
            messageClass === "marketing" ? { ...step, class: messageClass } : { ...general, class: messageClass }
          )
        }
      />
      {step.class !== "transactional" && (
        <TopicInput
          value={topic ?? null}
          error={topicIssue}
          onChange={(chosen) => onChange(chosen === null ? general : { ...step, topic: chosen })}
        />
      )}
    </Stack>
  )
}
