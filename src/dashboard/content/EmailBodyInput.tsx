import { Button, Group, Input, SegmentedControl, Stack, Textarea } from "@mantine/core"
import { lazy, type ReactNode, Suspense, useState } from "react"
import type { EmailBody } from "../../domain/content/emailBody.ts"
import type { TriggerSubject } from "../../domain/flows/triggerKinds.ts"
import type { Language } from "../../domain/languages/Language.ts"
import type { TemplateInput } from "../../domain/templates/SavedTemplate.ts"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"
import type { ChosenMail } from "../templates/MailGallery.tsx"
import { SaveTemplate } from "../templates/SaveTemplate.tsx"
import * as words from "../words/content/input.ts"
import { BlocksInput } from "./BlocksInput.tsx"
import { blocksBody, htmlBody, isUnwritten } from "./newBodies.ts"

const ChooseTemplate = lazy(() =>
  import("../templates/ChooseTemplate.tsx").then((module) => ({ default: module.ChooseTemplate }))
)

const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }))

/** The body of an e-mail. What it is made of can be chosen until something is written: HTML never becomes blocks. */
export const EmailBodyInput = (props: {
  readonly body: EmailBody
  /** The language that it is written in; undefined for the account's. */
  readonly language: Language | undefined
  /** The fields that a template saved from the mail has besides this content. */
  readonly saved: () => Partial<TemplateInput>
  readonly htmlHint: string
  /** The subject of the trigger, such as the order, whose fields the mail can show beside those of the contact. */
  readonly subject: TriggerSubject
  /** The mail as it would be sent. */
  readonly preview: ReactNode
  /** By path within the e-mail. */
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly onChange: (body: EmailBody) => void
  /** Puts a mail of the gallery in the place of this one. */
  readonly onTemplate: (mail: ChosenMail) => void
}) => {
  const { body, issues, onChange } = props
  const { html = "", content } = body
  const [choosing, setChoosing] = useState(false)
  const document = "content.document"
  const htmlIssues = issues.filter(({ field }) => field === "html").map(({ message }) => message)
  const contentIssues = issues
    .filter(({ field }) => field === "content" || field.startsWith("content."))
    .map(({ field, message }) => ({ field: field.slice(document.length + 1), message }))
  return (
    <Stack gap="xs">
      {isUnwritten(body) && (
        <Input.Wrapper label={words.madeOf} labelElement="div">
          <Group gap="xs">
            <SegmentedControl
              aria-label={words.madeOf}
              data={kinds}
              value={content === undefined ? "html" : "blocks"}
              onChange={(kind) => onChange(kind === "html" ? htmlBody : blocksBody)}
            />
            <Button variant="default" onClick={() => setChoosing(true)}>
              {words.fromTemplate}
            </Button>
          </Group>
        </Input.Wrapper>
      )}
      {choosing && (
        <Suspense>
          <ChooseTemplate language={props.language} onChoose={props.onTemplate} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {content === undefined ? (
        <Textarea
          label={words.kinds.html}
          error={htmlIssues.length === 0 ? undefined : htmlIssues.join("; ")}
          description={props.htmlHint}
          autosize
          minRows={6}
          maxRows={18}
          value={html}
          onChange={(event) => onChange({ html: event.currentTarget.value })}
        />
      ) : (
        <BlocksInput
          document={content.document}
          actions={!isUnwritten(body) && <SaveTemplate kind="mail" template={() => ({ content, ...props.saved() })} />}
          subject={props.subject}
          preview={props.preview}
          issues={contentIssues}
          onChange={(changed) => onChange({ content: { type: "blocks", document: changed } })}
        />
      )}
    </Stack>
  )
}
