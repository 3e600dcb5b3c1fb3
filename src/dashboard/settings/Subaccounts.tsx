import { Button, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { call, issueOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { Empty } from "../components/States.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { SettingsList, useReload } from "./SettingsList.tsx"

/** Subaccounts: data of their own, the budget of their account (contract §6). */
export const Subaccounts = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const reload = useReload("subaccounts")
  const [name, setName] = useState("")
  const create = async () => {
    await call((api) => api.subaccounts.create({ params: { account }, payload: { name } }))
    setName("")
    await Promise.all([reload(), queries.invalidateQueries({ queryKey: ["session"] })])
  }
  return (
    <SettingsList
      name="subaccounts"
      intro="A subaccount has contacts, orders and flows of its own and draws on this account's API budget."
      create={
        <FormModal label="New subaccount" title="New subaccount" submit="Create" action={create}>
          {(error) => (
            <TextInput
              label="Name"
              required
              maxLength={255}
              value={name}
              error={issueOf(error, "name")}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </FormModal>
      }
      read={(of) => call((api) => api.subaccounts.list({ params: { account: of }, query: { per_page: 100 } }))}
      label="Subaccounts"
      columns={[
        { title: "Name", of: (sub) => sub.name },
        { title: "Id, for Service-Account-Id", of: ({ id }) => id },
        { title: "Created", once: true, of: ({ created_at }) => showTime(created_at) },
        {
          title: "Actions",
          right: true,
          of: ({ id }) => (
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => <Link to="/a/$account" params={{ account: id }} {...props} />}
            >
              Switch to it
            </Button>
          )
        }
      ]}
      empty={
        <Empty title="No subaccounts">One account is enough for most; add one for a brand or country of its own.</Empty>
      }
    />
  )
}
