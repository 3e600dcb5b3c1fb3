import { Button, Group, Stack, Text, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { Language } from "../../domain/languages/Language.ts"
import type { SavedTemplate } from "../../domain/templates/SavedTemplate.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, errorText } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { languageName } from "../topics/useTopics.ts"
import * as common from "../words/common.ts"
import * as words from "../words/templates/saved.ts"
import { MailPicture } from "./MailPicture.tsx"
import { useTemplatesChanged } from "./savedTemplates.ts"

/** A template of the account: its picture, and how to rename and delete it. */
export const OwnTemplate = (props: { readonly template: SavedTemplate; readonly onRemoved: () => void }) => {
  const { template, onRemoved } = props
  const account = useAccount()
  const changed = useTemplatesChanged()
  const params = { account, id: template.id }
  const [name, setName] = useState(template.name)
  const rename = useMutation({
    mutationFn: () => call((api) => api.templates.rename({ params, payload: { name } })),
    onSuccess: changed
  })
  const remove = async () => {
    await call((api) => api.templates.remove({ params }))
    onRemoved()
    await changed()
  }
  const { translations = {} } = template
  const languages = Language.literals.filter((language) => translations[language] !== undefined)
  const isNew = name.trim() !== "" && name.trim() !== template.name
  return (
    <Stack gap="xs">
      <MailPicture
        name={template.name}
        {...(template.subject === null ? {} : { subject: template.subject })}
        document={template.content.document}
      />
      {languages.length > 0 && (
        <Text size="sm" c="dimmed">
          {words.alsoIn(languages.map(languageName))}
        </Text>
      )}
      <Group align="end" gap="xs">
        <TextInput
          label={common.name}
          flex={1}
          miw={140}
          maxLength={255}
          value={name}
          error={rename.isError ? errorText(rename.error) : undefined}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          // The dialog around it may be a form.
          onKeyDown={(event) => {
            if (event.key !== "Enter") return
            event.preventDefault()
            if (isNew) rename.mutate()
          }}
        />
        <Button variant="default" disabled={!isNew} loading={rename.isPending} onClick={() => rename.mutate()}>
          {words.rename}
        </Button>
        <ConfirmButton label={words.deleteTemplate} title={words.deleteTitle(template.name)} action={remove}>
          {words.deleteText}
        </ConfirmButton>
      </Group>
    </Stack>
  )
}
