import { Button, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { call, issueOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
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
      intro="A subaccount has its own contacts, orders and flows, and shares the rate limits of this account."
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
      load={(ownerAccount) =>
        call((api) => api.subaccounts.list({ params: { account: ownerAccount }, query: { per_page: 100 } }))
      }
      label="Subaccounts"
      columns={[
        { title: "Name", cell: (sub) => sub.name },
        { title: "Id (Service-Account-Id)", cell: ({ id }) => id },
        { title: "Created", nowrap: true, cell: ({ created_at }) => showTime(created_at) },
        {
          title: "Actions",
          alignRight: true,
          cell: ({ id }) => (
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => <Link to="/a/$account" params={{ account: id }} {...props} />}
            >
              Open
            </Button>
          )
        }
      ]}
      empty={
        <EmptyState title="No subaccounts">
          Most stores need one account. Add a subaccount for a separate brand or country.
        </EmptyState>
      }
    />
  )
}
