import { Alert, Tabs, Text } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { FormInput } from "../../domain/forms/Form.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issuesOf } from "../call.ts"
import { Loading } from "../components/Feedback.tsx"
import { EmailContent, SmsContent } from "../messages/MessageContent.tsx"
import { styleNonce } from "../theme.ts"
import * as words from "../words/forms.ts"

// In milliseconds.
const pause = 300

const Page = ({ html }: { readonly html: string }) => (
  <iframe
    title={words.previewOfForm}
    sandbox=""
    srcDoc={html.replaceAll('nonce="preview"', () => `nonce="${styleNonce()}"`)}
    style={{
      width: 390,
      maxWidth: "100%",
      height: 760,
      border: "1px solid var(--mantine-color-default-border)",
      borderRadius: "var(--mantine-radius-md)",
      background: "white"
    }}
  />
)

/**
 * The page of a form as people see it, and the messages that ask them to confirm, rendered by the server as the input changes. The last valid
 * ones stay.
 */
export const FormPreview = ({ form }: { readonly form: FormInput }) => {
  const account = useAccount()
  const [payload] = useDebouncedValue(form, pause)
  const preview = useQuery({
    queryKey: ["form-preview", account, payload],
    queryFn: () => call((api) => api.forms.preview({ params: { account }, payload })),
    placeholderData: keepPreviousData,
    retry: false
  })
  const issues = issuesOf(preview.error).filter(({ field }) => field.startsWith("confirmation_"))
  const data = preview.data?.data
  if (data === undefined) return preview.isError ? null : <Loading />
  const { html, mail, text } = data
  return (
    <Tabs defaultValue="page" keepMounted={false}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="page">{words.page}</Tabs.Tab>
        {mail !== null && <Tabs.Tab value="mail">{words.confirmationMail}</Tabs.Tab>}
        {text !== null && <Tabs.Tab value="text">{words.confirmationText}</Tabs.Tab>}
      </Tabs.List>
      {issues.length > 0 && (
        <Alert color="orange" mb="sm" title={words.lastVersionShown}>
          {issues.map(({ field, message }) => (
            <Text key={field} size="sm">
              {message}
            </Text>
          ))}
        </Alert>
      )}
      <Tabs.Panel value="page">
        <Page html={html} />
      </Tabs.Panel>
      {mail !== null && (
        <Tabs.Panel value="mail">
          <Text fw={600} mb="xs" style={{ overflowWrap: "anywhere" }}>
            {mail.subject}
          </Text>
          <EmailContent html={mail.html} text={mail.text} />
        </Tabs.Panel>
      )}
      {text !== null && (
        <Tabs.Panel value="text">
          <SmsContent text={text} />
        </Tabs.Panel>
      )}
    </Tabs>
  )
}
