import { Button, Text, TextInput } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { Page } from "../components/Page.tsx"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { Table } from "../components/Table.tsx"
import { To } from "../components/To.tsx"
import { showTrigger } from "../flow/triggers.ts"
import { showCount, showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"

/** All flows of an account. */
export const Flows = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const flows = useQuery({
    queryKey: ["flows", account],
    queryFn: () => call((api) => api.flows.list({ params: { account }, query: { per_page: 100 } }))
  })
  const create = async () => {
    const { data } = await call((api) =>
      api.flows.create({
        params: { account },
        payload: {
          name,
          definition: {
            trigger: { type: "order_received" },
            filters: [],
            entry: { type: "always" },
            exit: { on_purchase: false },
            steps: [{ id: "s1", type: "delay", duration: "1 day" }]
          }
        }
      })
    )
    await queries.invalidateQueries({ queryKey: ["flows", account] })
    await navigate({ to: "/a/$account/flows/$id", params: { account, id: data.id } })
  }
  return (
    <Page
      title="Flows"
      note="Messages that go out by themselves when something happens."
      actions={
        <FormModal label="New flow" title="New flow" submit="Create" action={create}>
          {() => (
            <TextInput
              label="Name"
              required
              maxLength={255}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </FormModal>
      }
    >
      <Table
        label="Flows"
        columns={[
          {
            title: "Flow",
            of: (flow) => (
              <div style={{ minWidth: 160 }}>
                <To to="/a/$account/flows/$id" params={{ account, id: flow.id }} fw={500}>
                  {flow.name}
                </To>
                <Text size="xs" c="dimmed">
                  when {showTrigger(flow.definition.trigger)}
                </Text>
              </div>
            )
          },
          { title: "Status", of: ({ status }) => <State state={status} /> },
          { title: "Under way", right: true, of: ({ counts }) => showCount(counts.under_way, counts.at_least) },
          { title: "Finished", right: true, of: ({ counts }) => showCount(counts.finished, counts.at_least) },
          { title: "Sent", right: true, of: ({ counts }) => showCount(counts.messages, counts.at_least) },
          { title: "Changed", once: true, of: ({ updated_at }) => showTime(updated_at) },
          {
            title: "Actions",
            right: true,
            of: (flow) => (
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  const params = { account, id: flow.id }
                  void call((api) =>
                    flow.status === "active" ? api.flows.pause({ params }) : api.flows.activate({ params })
                  ).then(() => queries.invalidateQueries({ queryKey: ["flows", account] }))
                }}
              >
                {flow.status === "active" ? "Pause" : "Activate"}
              </Button>
            )
          }
        ]}
        rows={flows.data?.data}
        keyOf={({ id }) => id}
        error={flows.error}
        retry={() => void flows.refetch()}
        empty={<Empty title="No flows">A flow sends messages by itself when something happens.</Empty>}
      />
    </Page>
  )
}
