import { Badge, Button, Group, PasswordInput, Stack, Text } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { KeyedProvider } from "../../domain/mailReports/ReportKey.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issueOf, issuesOf } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"
import type { KeyWords } from "../words/sending/mailProviders.ts"
import * as words from "../words/sending/sending.ts"

/** Sets or removes the key that checks a provider's reports. It is written, and never shown again. */
export const ReportKeyForm = ({
  provider,
  keyWords: { label, where, removeTitle },
  isSet
}: {
  readonly provider: Exclude<KeyedProvider, "ses">
  readonly keyWords: KeyWords
  readonly isSet: boolean
}) => {
  const account = useAccount()
  const queries = useQueryClient()
  const params = { account, provider }
  const [key, setKey] = useState("")
  const save = useMutation({
    mutationFn: (sent: string) => call((api) => api.hooks.setKey({ params, payload: { key: sent } })),
    onSuccess: (saved, sent) => {
      queries.setQueryData(["hooks", account], saved)
      setKey((now) => (now === sent ? "" : now))
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(key)
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Group gap="xs">
          <Text size="sm">{isSet ? words.reportsChecked : words.reportsNotChecked}</Text>
          <Badge variant="light" color={isSet ? "teal" : "gray"} c="var(--mantine-color-text)" tt="none">
            {isSet ? words.signed : words.notSigned}
          </Badge>
        </Group>
        {isSet && (
          <ConfirmButton
            size="xs"
            label={words.removeReportKey}
            title={removeTitle}
            action={async () =>
              queries.setQueryData(["hooks", account], await call((api) => api.hooks.removeKey({ params })))
            }
          >
            {words.removeReportKeyExplained}
          </ConfirmButton>
        )}
      </Group>
      <form onSubmit={submit}>
        <Stack gap="xs">
          <PasswordInput
            label={label}
            description={words.reportKeyExplained(where)}
            autoComplete="off"
            required
            value={key}
            error={issueOf(save.error, "key")}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          {save.isError && issuesOf(save.error).length === 0 && (
            <ErrorAlert error={save.error} title={words.couldNotSave} />
          )}
          <Button
            type="submit"
            size="xs"
            variant="default"
            loading={save.isPending}
            style={{ alignSelf: "flex-start" }}
          >
            {isSet ? words.replaceReportKey : words.saveReportKey}
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}
