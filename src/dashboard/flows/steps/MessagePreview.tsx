import { Alert, NativeSelect, Paper, Stack, Text } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { reasonText } from "../../../domain/reasons.ts"
import type { FlowTrigger } from "../../../domain/flows/FlowTrigger.ts"
import type { PreviewInput } from "../../../domain/flows/MessagePreview.ts"
import { subjectOfTrigger, type TriggerSubject } from "../../../domain/flows/triggerKinds.ts"
import type { SendEmail, SendSms } from "../../../domain/flows/Step.ts"
import { Language } from "../../../domain/languages/Language.ts"
import { call, issuesOf } from "../../call.ts"
import { useEditedTab } from "../../content/editedLanguage.tsx"
import { ErrorAlert, Loading } from "../../components/Feedback.tsx"
import { showTime } from "../../format.ts"
import { EmailContent, SmsContent } from "../../messages/MessageContent.tsx"
import { useAccount } from "../../accounts/useAccount.ts"
import { type PreviewData, PreviewDataInput } from "./PreviewDataInput.tsx"
import { SendPreview } from "./SendPreview.tsx"
import * as languageWords from "../../words/content/languages.ts"
import * as words from "../../words/flows/flowPreview.ts"

/** The member of a preview that names what the message is about; none while nothing is chosen. */
const causeMember = (
  cause: TriggerSubject,
  id: string
): Pick<PreviewInput, "order_id" | "event_id" | "cart_id" | "product_id"> => {
  if (id === "" || cause === "none") return {}
  if (cause === "event") return { event_id: id }
  if (cause === "cart") return { cart_id: id }
  return cause === "product" ? { product_id: id } : { order_id: BigInt(id) }
}

/** The languages that a message is written in, where there are several. */
const languagesOf = ({ language, translations = {} }: PreviewInput["step"]): ReadonlyArray<Language> => {
  const others = Language.literals.filter((code) => translations[code] !== undefined)
  return others.length === 0 || language === undefined ? others : [language, ...others]
}

/** The message as a contact would get it now, rendered by the server. */
export const MessagePreview = (props: {
  readonly step: typeof SendEmail.Type | typeof SendSms.Type
  readonly trigger: FlowTrigger["type"] | "campaign"
  /** The language that it is shown in first, where there are several; undefined for the one that is edited, else the contact's. */
  readonly language?: Language | undefined
}) => {
  const account = useAccount()
  const [data, setData] = useState<PreviewData>({ contact_id: "", cause_id: "" })
  const [step] = useDebouncedValue(props.step, 400)
  const { trigger } = props
  const cause = trigger === "campaign" ? "none" : subjectOfTrigger(trigger)
  const { contact_id, cause_id } = data
  const offered = languagesOf(step)
  const [edited] = useEditedTab()
  const followed = props.language ?? (edited === "base" ? step.language : edited)
  const [chosen, setChosen] = useState(followed)
  // A language that was chosen here stays until another tab is edited.
  const [before, setBefore] = useState(followed)
  if (followed !== before) {
    setBefore(followed)
    setChosen(followed)
  }
  const language = chosen !== undefined && offered.includes(chosen) ? chosen : undefined
  const inLanguage = language === undefined ? {} : { language }
  const input: PreviewInput = { trigger, step, contact_id, ...causeMember(cause, cause_id), ...inLanguage }
  const preview = useQuery({
    queryKey: ["preview", account, trigger, step, contact_id, cause, cause_id, language],
    enabled: contact_id !== "",
    retry: false,
    queryFn: () =>
      call((api) =>
        api.flows.preview({
          params: { account },
          payload: input
        })
      ),
    placeholderData: keepPreviousData
  })
  const rendered = preview.data?.data
  const issues = issuesOf(preview.error)
  return (
    <Stack>
      <PreviewDataInput cause={cause} value={data} onChange={setData} />
      {offered.length > 0 && (
        <NativeSelect
          label={languageWords.shownIn}
          w="fit-content"
          data={[
            { value: "", label: languageWords.asContactGetsIt },
            ...offered.map((code) => ({ value: code, label: languageWords.languageNames[code] }))
          ]}
          value={language ?? ""}
          onChange={({ currentTarget }) => setChosen(offered.find((code) => code === currentTarget.value))}
        />
      )}
      {preview.error !== null && issues.length === 0 && (
        <ErrorAlert error={preview.error} retry={() => void preview.refetch()} />
      )}
      {issues.length > 0 && (
        <Alert color="orange" title={words.cannotRender}>
          {issues.map(({ field, message }) => (
            <Text size="sm" key={`${field}${message}`}>
              {field.replace("step.", "")}: {message}
            </Text>
          ))}
        </Alert>
      )}
      {contact_id !== "" && rendered === undefined && preview.error === null && <Loading />}
      {contact_id === "" && <Text size="sm">{words.contactNeeded}</Text>}
      {rendered !== undefined && issues.length === 0 && (
        <>
          {rendered.unsent !== null && (
            <Alert
              color={rendered.unsent.status === "failed" ? "red" : "yellow"}
              title={words.unsentTitles[rendered.unsent.status]}
            >
              {reasonText(rendered.unsent.reason)}
              {rendered.unsent.until === null ? "" : `. ${words.heldUntil(showTime(rendered.unsent.until))}`}
            </Alert>
          )}
          {rendered.subject !== null && (
            <Paper withBorder p="sm">
              <Text size="xs" c="dimmed">
                {words.sentTo(rendered.recipient)}
              </Text>
              <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                {rendered.subject}
              </Text>
              {rendered.preheader !== undefined && (
                <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                  {rendered.preheader}
                </Text>
              )}
            </Paper>
          )}
          {rendered.html !== null && <SendPreview input={input} />}
          {rendered.html !== null && <EmailContent html={rendered.html} text={rendered.text ?? ""} />}
          {rendered.html === null && rendered.text !== null && <SmsContent text={rendered.text} />}
        </>
      )}
    </Stack>
  )
}
