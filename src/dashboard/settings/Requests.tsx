import { Button, Code, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { StatusClass } from "../../domain/accounts/LoggedRequest.ts"
import { call } from "../call.ts"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { DeprecatedCalls } from "../requests/DeprecatedCalls.tsx"
import { callerName, RequestDetails } from "../requests/RequestDetails.tsx"
import { useAccount } from "../useAccount.ts"
import { useCursor } from "../useCursor.ts"

const answers = [
  { value: "", label: "All answers" },
  { value: "2xx", label: "Done (2xx)" },
  { value: "4xx", label: "Refused (4xx)" },
  { value: "5xx", label: "Failed here (5xx)" }
]

/** The request log: what programs called in the last 30 days. */
export const Requests = () => {
  const account = useAccount()
  const { cursor, first, next, reset } = useCursor()
  const [status, setStatus] = useState<StatusClass | undefined>(undefined)
  const [typed, setTyped] = useState("")
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
    setRequestId(typed.trim())
    reset()
  }
  const filtered = status !== undefined || request_id !== ""
  return (
    <Stack>
      <Text c="dimmed" size="sm">
        Calls of this account&apos;s tokens and apps in the last 30 days, without anything they sent. New calls show up
        after a second or two.
      </Text>
      <DeprecatedCalls />
      <form onSubmit={search}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Request id"
            description="The X-Request-Id of an answer"
            maxLength={128}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <NativeSelect
            label="Answer"
            data={answers}
            value={status ?? ""}
            onChange={({ currentTarget }) => {
              setStatus(StatusClass.literals.find((each) => each === currentTarget.value))
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
          { title: "Time", once: true, of: ({ time }) => showTime(time) },
          { title: "Call", of: ({ endpoint }) => <Code>{endpoint}</Code> },
          {
            title: "Answer",
            of: ({ status: answer, calls }) => (
              <>
                <State state={String(answer)} /> {calls > 1 ? `${calls.toLocaleString()} times` : ""}
              </>
            )
          },
          { title: "Error", of: ({ error_code }) => error_code ?? "" },
          { title: "Called by", of: ({ caller }) => callerName(caller) },
          { title: "Took", of: ({ duration_ms }) => `${duration_ms} ms` },
          { title: "Actions", right: true, of: (request) => <RequestDetails request={request} /> }
        ]}
        rows={requests.data?.data}
        keyOf={({ id }) => id}
        error={requests.error}
        retry={() => void requests.refetch()}
        empty={
          filtered ? (
            <Empty title="No such call">
              No call of the last 30 days fits. Calls without a valid token are not kept.
            </Empty>
          ) : (
            <Empty title="No calls yet">They show up here as soon as a program calls with one of your tokens.</Empty>
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
