import { Button, Text, TextInput } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { Page } from "../components/Page.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Table } from "../components/Table.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { ActivationError } from "./ActivationError.tsx"
import { showTrigger } from "./triggerText.ts"
import { showCount, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"

/** The flows of an account. */
export const FlowsPage = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const flows = useQuery({
    queryKey: ["flows", account],
    queryFn: () => call((api) => api.flows.list({ params: { account }, query: { per_page: 100 } }))
  })
  const toggleStatus = useMutation({
    mutationFn: ({ id, status }: { readonly id: string; readonly status: string }) => {
      const params = { account, id }
      return call((api) => (status === "active" ? api.flows.pause({ params }) : api.flows.activate({ params })))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["flows", account] })
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
      subtitle="Automated messages, sent when an order or event triggers them."
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
      {toggleStatus.isError && <ActivationError error={toggleStatus.error} />}
      <Table
        label="Flows"
        columns={[
          {
            title: "Flow",
            cell: (flow) => (
              <div style={{ minWidth: 160 }}>
                <PageLink to="/a/$account/flows/$id" params={{ account, id: flow.id }} fw={500}>
                  {flow.name}
                </PageLink>
                <Text size="xs" c="dimmed">
                  When {showTrigger(flow.definition.trigger)}
                </Text>
              </div>
            )
          },
          { title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
          {
            title: "In progress",
            alignRight: true,
            cell: ({ counts }) => showCount(counts.under_way, counts.at_least)
          },
          { title: "Finished", alignRight: true, cell: ({ counts }) => showCount(counts.finished, counts.at_least) },
          {
            title: "Sent",
            alignRight: true,
            cell: ({ counts }) => (
              <>
                {showCount(counts.messages, counts.at_least)}
                {counts.captured > 0 && (
                  <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
                    {showCount(counts.captured, counts.at_least)} captured
                  </Text>
                )}
              </>
            )
          },
          { title: "Updated", nowrap: true, cell: ({ updated_at }) => showTime(updated_at) },
          {
            title: "Actions",
            alignRight: true,
            cell: (flow) => (
              <Button
                size="xs"
                variant="default"
                loading={toggleStatus.isPending && toggleStatus.variables.id === flow.id}
                onClick={() => toggleStatus.mutate(flow)}
              >
                {flow.status === "active" ? "Pause" : "Activate"}
              </Button>
            )
          }
        ]}
        rows={flows.data?.data}
        rowKey={({ id }) => id}
        error={flows.error}
        retry={() => void flows.refetch()}
        empty={<EmptyState title="No flows yet">A flow sends messages when an order or event triggers it.</EmptyState>}
      />
    </Page>
  )
}
