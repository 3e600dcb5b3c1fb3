import { Button, Group, Stack, Text, TextInput } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { call, faultsOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { Empty } from "../components/States.tsx"
import { Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"

/** Subaccounts: data of their own, the budget of their account (contract §6). */
export const Subaccounts = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const [name, setName] = useState("")
  const subaccounts = useQuery({
    queryKey: ["subaccounts", account],
    queryFn: () => call((api) => api.subaccounts.list({ params: { account }, query: { per_page: 100 } }))
  })
  const create = async () => {
    await call((api) => api.subaccounts.create({ params: { account }, payload: { name } }))
    setName("")
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["subaccounts", account] }),
      queries.invalidateQueries({ queryKey: ["session"] })
    ])
  }
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          A subaccount has contacts, orders and flows of its own and draws on this account's API budget.
        </Text>
        <FormModal label="New subaccount" title="New subaccount" submit="Create" action={create}>
          {(error) => (
            <TextInput
              label="Name"
              required
              maxLength={255}
              value={name}
              error={faultsOf(error).find(({ field }) => field === "name")?.message}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </FormModal>
      </Group>
      <Table
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
        rows={subaccounts.data?.data}
        keyOf={({ id }) => id}
        error={subaccounts.error}
        retry={() => void subaccounts.refetch()}
        empty={
          <Empty title="No subaccounts">
            One account is enough for most; add one for a brand or country of its own.
          </Empty>
        }
      />
    </Stack>
  )
}
