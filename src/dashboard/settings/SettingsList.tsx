import { Group, Stack, Text } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { type Column, Table } from "../components/Table.tsx"
import { useAccount } from "../useAccount.ts"

/** What belongs to an account: what it is for, how to make one more, and all there are. `name` is the list's in the cache. */
export const SettingsList = <Row extends { readonly id: string }>(props: {
  readonly name: string
  readonly label: string
  readonly intro: string
  readonly create: ReactNode
  readonly read: (account: string) => Promise<{ readonly data: ReadonlyArray<Row> }>
  readonly columns: ReadonlyArray<Column<Row>>
  readonly empty: ReactNode
}) => {
  const account = useAccount()
  const rows = useQuery({ queryKey: [props.name, account], queryFn: () => props.read(account) })
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          {props.intro}
        </Text>
        {props.create}
      </Group>
      <Table
        label={props.label}
        columns={props.columns}
        rows={rows.data?.data}
        keyOf={({ id }) => id}
        error={rows.error}
        retry={() => void rows.refetch()}
        empty={props.empty}
      />
    </Stack>
  )
}

/** Reads a list of the account again. */
export const useReload = (name: string) => {
  const account = useAccount()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [name, account] })
}
