import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { Loading } from "../components/Feedback.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { NameInput } from "../components/NameInput.tsx"
import type { FlowChoice } from "../templates/FlowGallery.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/flows/flows.ts"

const FlowGallery = lazy(() =>
  import("../templates/FlowGallery.tsx").then((module) => ({ default: module.FlowGallery }))
)

/** The button and the dialog that make a flow, from a template or blank, and open it in the editor. */
export const NewFlow = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const [chosen, setChosen] = useState<FlowChoice>({ name: "", definition: undefined })
  const { definition } = chosen
  const create = async () => {
    if (definition === undefined) return
    const payload = { name: name.trim() === "" ? chosen.name : name, definition }
    const { data } = await call((api) => api.flows.create({ params: { account }, payload }))
    await queries.invalidateQueries({ queryKey: ["flows", account] })
    await navigate({ to: "/a/$account/flows/$id", params: { account, id: data.id } })
  }
  return (
    <FormModal
      label={words.newFlow}
      title={words.newFlow}
      submit={common.create}
      ready={definition !== undefined}
      isWide
      action={create}
    >
      {(error) => (
        <>
          <NameInput
            required={chosen.name === ""}
            placeholder={chosen.name}
            value={name}
            error={error}
            onChange={setName}
          />
          <Suspense fallback={<Loading />}>
            <FlowGallery onChoose={setChosen} />
          </Suspense>
        </>
      )}
    </FormModal>
  )
}
