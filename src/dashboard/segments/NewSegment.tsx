import { Radio, Stack } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { NameInput } from "../components/NameInput.tsx"
import { segmentTemplates } from "../../domain/segments/segmentTemplates.ts"
import * as common from "../words/common.ts"
import * as words from "../words/segments.ts"

const blank = { name: "", about: words.noConditionsDescription, conditions: [] }
const choices = [blank, ...segmentTemplates]

/** The button and the dialog that make a segment, of a template or blank, and open it. */
export const NewSegment = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(0)
  const [name, setName] = useState("")
  const create = async () => {
    const { conditions } = choices[chosen] ?? blank
    const { data } = await call((api) => api.segments.create({ params: { account }, payload: { name, conditions } }))
    await queries.invalidateQueries({ queryKey: ["segments", account] })
    await navigate({ to: "/a/$account/segments/$id", params: { account, id: data.id } })
  }
  return (
    <FormModal label={words.newSegment} title={words.newSegment} submit={common.create} action={create}>
      {(error) => (
        <>
          <NameInput value={name} error={error} onChange={setName} />
          <Radio.Group
            label={words.beginWith}
            value={String(chosen)}
            onChange={(value) => {
              const template = choices[Number(value)]
              // A name that was written stays.
              if (choices.some((choice) => choice.name === name)) setName(template?.name ?? "")
              setChosen(Number(value))
            }}
          >
            <Stack gap="xs" mt="xs">
              {choices.map((choice, at) => (
                <Radio
                  key={choice.name}
                  value={String(at)}
                  label={choice.name === "" ? words.noConditions : choice.name}
                  description={choice.about}
                />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
    </FormModal>
  )
}
