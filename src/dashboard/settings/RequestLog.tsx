import { Button, Code, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { StatusClass } from "../../domain/accounts/LoggedRequest.ts"
import { call } from "../call.ts"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { DeprecatedCalls } from "./DeprecatedCalls.tsx"
import { callerName, RequestDetails } from "./RequestDetails.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { useCursor } from "../useCursor.ts"

const statusOptions = [
  { value: "", label: "All" },
  { value: "2xx", label: "Successful (2xx)" },
  { value: "4xx", label: "Rejected (4xx)" },
  { value: "5xx", label: "Server error (5xx)" }
]

/** The API requests of the last 30 days, with a search by request id and status. */
export const RequestLog = () => {
  const account = useAccount()
  const { cursor, first, next, reset } = useCursor()
  const [status, setStatus] = useState<StatusClass | undefined>(undefined)
  const [searchInput, setSearchInput] = useState("")
  const [request_id, setRequestId] = useState("")
  const query = {
    per_page: 25,
    ...(cursor === undefined ? {} : { cursor }),
    ...(status === undefined ? {} : { status }),
    ...(request_id === "" ? {} : { request_id })
  }
  const requests = useQuery({
    queryKey: ["requests", account, query],
    queryFn: () => call((api) => api.requests.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  const search = (event: FormEvent) => {
    event.preventDefault()
    setRequestId(searchInput.trim())
    reset()
  }
  const filtered = status !== undefined || request_id !== ""
  return (
    <Stack>
      <Text c="dimmed" size="sm">
        API requests of this account&apos;s tokens and apps in the last 30 days, without their content. New requests
        appear within seconds.
      </Text>
      <DeprecatedCalls />
      <form onSubmit={search}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Request id"
            description="The X-Request-Id header of a response"
            maxLength={128}
            value={searchInput}
            onChange={(event) => setSearchInput(event.currentTarget.value)}
          />
          <NativeSelect
            label="Status"
            data={statusOptions}
            value={status ?? ""}
            onChange={({ currentTarget }) => {
              setStatus(StatusClass.literals.find((literal) => literal === currentTarget.value))
              reset()
            }}
          />
          <Button type="submit" variant="default">
            Search
          </Button>
          <Button variant="subtle" onClick={() => void requests.refetch()} loading={requests.isFetching}>
            Refresh
          </Button>
        </Group>
      </form>
      <Table
        label="Requests"
        columns={[
          { title: "Time", nowrap: true, cell: ({ time }) => showTime(time) },
          { title: "Endpoint", cell: ({ endpoint }) => <Code>{endpoint}</Code> },
          {
            title: "Status",
            cell: ({ status: responseStatus, calls }) => (
              <>
                <StatusBadge status={String(responseStatus)} /> {calls > 1 ? `${calls.toLocaleString()} times` : ""}
              </>
            )
          },
          { title: "Error", cell: ({ error_code }) => error_code ?? "" },
          { title: "Called by", cell: ({ caller }) => callerName(caller) },
          { title: "Duration", cell: ({ duration_ms }) => `${duration_ms} ms` },
          { title: "Actions", alignRight: true, cell: (request) => <RequestDetails request={request} /> }
        ]}
        rows={requests.data?.data}
        rowKey={({ id }) => id}
        error={requests.error}
        retry={() => void requests.refetch()}
        empty={
          filtered ? (
            <EmptyState title="No matching requests">
              The log keeps 30 days, and no requests without a valid token.
            </EmptyState>
          ) : (
            <EmptyState title="No requests yet">Requests with your tokens appear here.</EmptyState>
          )
        }
      />
      <Pager
        total={requests.data?.pagination.total_count}
        onFirst={first}
        onNext={next(requests.data?.pagination.next_cursor)}
      />
    </Stack>
  )
}
