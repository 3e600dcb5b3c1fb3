import { Button, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { call, issueOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import * as common from "../words/common.ts"
import * as words from "../words/settingsAccounts.ts"
import { SettingsList, useReloadList } from "./SettingsList.tsx"

/** The subaccounts of the account (contract §6). */
export const Subaccounts = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const reload = useReloadList("subaccounts")
  const [name, setName] = useState("")
  const create = async () => {
    await call((api) => api.subaccounts.create({ params: { account }, payload: { name } }))
    setName("")
    await Promise.all([reload(), queries.invalidateQueries({ queryKey: ["session"] })])
  }
  return (
    <SettingsList
      name="subaccounts"
      intro={words.subaccountsIntro}
      create={
        <FormModal label={words.newSubaccount} title={words.newSubaccount} submit={common.create} action={create}>
          {(error) => (
            <TextInput
              label={common.name}
              required
              maxLength={255}
              value={name}
              error={issueOf(error, "name")}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </FormModal>
      }
      load={(ownerAccount) =>
        call((api) => api.subaccounts.list({ params: { account: ownerAccount }, query: { per_page: 100 } }))
      }
      label={words.subaccounts}
      columns={[
        { title: common.name, fills: true, cell: (sub) => sub.name },
        { title: words.subaccountId, nowrap: true, cell: ({ id }) => id },
        { title: common.created, nowrap: true, cell: ({ created_at }) => showTime(created_at) },
        {
          title: words.actions,
          alignRight: true,
          cell: ({ id }) => (
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => <Link to="/a/$account" params={{ account: id }} {...props} />}
            >
              {words.open}
            </Button>
          )
        }
      ]}
      empty={
        <EmptyState title={words.noSubaccounts} sample={[words.sampleSubaccount, "acc_…", words.sampleTime]}>
          {words.subaccountUse}
        </EmptyState>
      }
    />
  )
}
