import { Radio, Stack } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { blankDefinition, flowTemplates } from "../../domain/flows/flowTemplates.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { NameInput } from "../components/NameInput.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/flows/flows.ts"

const blank = {
  key: "blank",
  name: "",
  description: words.blankFlowDescription,
  definition: blankDefinition
}

/** The button and the dialog that make a flow, from a template or blank, and open it in the editor. */
export const NewFlow = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const [chosen, setChosen] = useState(blank.key)
  const template = flowTemplates.find(({ key }) => key === chosen) ?? blank
  const create = async () => {
    const payload = { name: name.trim() === "" ? template.name : name, definition: template.definition }
    const { data } = await call((api) => api.flows.create({ params: { account }, payload }))
    await queries.invalidateQueries({ queryKey: ["flows", account] })
    await navigate({ to: "/a/$account/flows/$id", params: { account, id: data.id } })
  }
  return (
    <FormModal label={words.newFlow} title={words.newFlow} submit={common.create} action={create}>
      {(error) => (
        <>
          <NameInput
            required={template.name === ""}
            placeholder={template.name}
            value={name}
            error={error}
            onChange={setName}
          />
          <Radio.Group label={words.beginWith} value={chosen} onChange={setChosen}>
            <Stack gap="xs" mt="xs">
              {[blank, ...flowTemplates].map(({ key, name: label, description }) => (
                <Radio key={key} value={key} label={label === "" ? words.blankFlow : label} description={description} />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
    </FormModal>
  )
}
