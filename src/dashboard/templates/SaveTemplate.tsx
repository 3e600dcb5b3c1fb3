import type { ButtonProps } from "@mantine/core"
import { Text } from "@mantine/core"
import { useState } from "react"
import type { TemplateInput, TemplateKind } from "../../domain/templates/SavedTemplate.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { NameInput } from "../components/NameInput.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/templates/saved.ts"
import { useTemplatesChanged } from "./savedTemplates.ts"

/** The button and the dialog that save a mail or a block under a name. */
export const SaveTemplate = (
  props: Omit<ButtonProps, "children"> & {
    readonly kind: TemplateKind
    /** What is saved, as it is when the name is given. */
    readonly template: () => Omit<TemplateInput, "kind" | "name">
  }
) => {
  const { kind, template, ...button } = props
  const account = useAccount()
  const changed = useTemplatesChanged()
  const [name, setName] = useState("")
  const save = async () => {
    const payload = { kind, name, ...template() }
    await call((api) => api.templates.create({ params: { account }, payload }))
    setName("")
    await changed()
  }
  const title = kind === "mail" ? words.saveMail : words.saveBlock
  return (
    <FormModal variant="default" {...button} label={title} title={title} submit={common.save} action={save}>
      {(error) => (
        <>
          <NameInput value={name} error={error} onChange={setName} />
          <Text size="sm" c="dimmed">
            {kind === "mail" ? words.aboutMail : words.aboutBlock}
          </Text>
        </>
      )}
    </FormModal>
  )
}
