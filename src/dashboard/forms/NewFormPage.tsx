import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { FormInput } from "../../domain/forms/Form.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import * as words from "../words/forms.ts"
import { FormEditor } from "./FormEditor.tsx"
import { newForm } from "./formDraft.ts"

/** The builder of a new form. */
export const NewFormPage = () => {
  const account = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const save = async (payload: FormInput) => {
    const { data } = await call((api) => api.forms.create({ params: { account }, payload }))
    await queries.invalidateQueries({ queryKey: ["forms", account] })
    await navigate({ to: "/a/$account/forms/$id", params: { account, id: data.id } })
  }
  const back = (
    <PageLink to="/a/$account/forms" params={{ account }}>
      {words.backToForms}
    </PageLink>
  )
  return (
    <Page title={words.newForm} back={back}>
      <FormEditor initial={newForm} submit={words.createForm} save={save} />
    </Page>
  )
}
