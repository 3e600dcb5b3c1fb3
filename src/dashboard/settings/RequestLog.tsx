import { Button, Code, Group, NativeSelect, Stack, Text } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { StatusClass } from "../../domain/accounts/LoggedRequest.ts"
import { call } from "../call.ts"
import { LinkButton } from "../components/LinkButton.tsx"
import { SearchInput } from "../components/SearchInput.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settingsRequests.ts"
import { DeprecatedCalls } from "./DeprecatedCalls.tsx"
import { RequestDetails } from "./RequestDetails.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { useListState } from "../useListState.ts"

const statusOptions = [
  { value: "", label: words.allStatuses },
  { value: "2xx", label: words.successful },
  { value: "4xx", label: words.rejected },
  { value: "5xx", label: words.serverError }
]

/** The API requests of the last 30 days, with a search by request id and status. */
export const RequestLog = () => {
  const account = useAccount()
  const list = useListState("requests")
  const status = StatusClass.literals.find((literal) => literal === list.filter("status"))
  const request_id = list.filter("id")
  const query = {
    per_page: 25,
    ...(list.cursor === undefined ? {} : { cursor: list.cursor }),
    ...(status === undefined ? {} : { status }),
    ...(request_id === "" ? {} : { request_id })
  }
  const requests = useQuery({
    queryKey: ["requests", account, query],
    queryFn: () => call((api) => api.requests.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  const filtered = status !== undefined || request_id !== ""
  return (
    <Stack>
      <Text c="dimmed" size="sm">
        {words.requestsIntro}
      </Text>
      <DeprecatedCalls />
      <Group align="flex-end" gap="xs">
        <SearchInput
          label={words.requestId}
          description={words.requestIdHeader}
          maxLength={128}
          value={request_id}
          onSearch={(id) => list.setFilters({ id })}
        />
        <NativeSelect
          label={common.status}
          data={statusOptions}
          value={status ?? ""}
          onChange={({ currentTarget }) => list.setFilters({ status: currentTarget.value })}
        />
        <Button variant="subtle" onClick={() => void requests.refetch()} loading={requests.isFetching}>
          {words.refresh}
        </Button>
      </Group>
      <Table
        label={words.requests}
        columns={[
          { title: common.time, nowrap: true, cell: ({ time }) => showTime(time) },
          { title: words.endpoint, nowrap: true, cell: ({ endpoint }) => <Code>{endpoint}</Code> },
          {
            title: common.status,
            cell: ({ status: responseStatus, calls }) => (
              <>
                <StatusBadge status={String(responseStatus)} /> {calls > 1 ? words.times(calls) : ""}
              </>
            )
          },
          { title: words.error, nowrap: true, cell: ({ error_code }) => error_code ?? "" },
          { title: words.calledBy, fills: true, cell: ({ caller }) => words.callerName(caller) },
          { title: words.actions, alignRight: true, cell: (request) => <RequestDetails request={request} /> }
        ]}
        rows={requests.data?.data}
        rowKey={({ id }) => id}
        error={requests.error}
        retry={() => void requests.refetch()}
        empty={
          filtered ? (
            <EmptyState title={words.noMatchingRequests}>{words.logKeeps}</EmptyState>
          ) : (
            <EmptyState
              title={words.noRequestsYet}
              sample={[
                words.sampleTime,
                <Code key="endpoint">{words.sampleEndpoint}</Code>,
                <StatusBadge key="status" status="201" />,
                words.sampleCaller
              ]}
              action={
                <LinkButton to="/a/$account/settings/$section" params={{ account, section: "tokens" }}>
                  {words.openTokens}
                </LinkButton>
              }
            >
              {words.requestsAppearHere}
            </EmptyState>
          )
        }
      />
      <Pager {...list.pager(requests)} />
    </Stack>
  )
}
