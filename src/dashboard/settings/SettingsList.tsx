import { Text } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { type Column, Table } from "../components/Table.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import * as words from "../words/accounts.ts"
import classes from "./Settings.module.css"

/** A list of the account with an introduction and a create button, which users without the role to create do not get (`mayChange`). `name` is its key in the query cache. */
export const SettingsList = <Row extends { readonly id: string }>(props: {
  readonly name: string
  readonly label: string
  readonly intro: string
  readonly mayChange: boolean
  readonly create: ReactNode
  readonly load: (account: string) => Promise<{ readonly data: ReadonlyArray<Row> }>
  readonly columns: ReadonlyArray<Column<Row>>
  readonly empty: ReactNode
}) => {
  const account = useAccount()
  const create = props.mayChange && props.create
  const rows = useQuery({ queryKey: [props.name, account], queryFn: () => props.load(account) })
  return (
    <div className={classes["records"]} data-empty={rows.data?.data.length === 0 && Boolean(create)}>
      <Text c="dimmed" size="sm" className={classes["intro"]}>
        {props.mayChange ? props.intro : `${props.intro} ${words.ownersChangeThis}`}
      </Text>
      {/* Stays one element, also where it stands in the empty list: its dialog shows what was created. */}
      <div className={classes["create"]}>{create}</div>
      <div className={classes["rows"]}>
        <Table
          label={props.label}
          columns={props.columns}
          rows={rows.data?.data}
          rowKey={({ id }) => id}
          error={rows.error}
          retry={() => void rows.refetch()}
          empty={props.empty}
        />
      </div>
    </div>
  )
}

/** Returns a function that reloads the list of this name. */
export const useReloadList = (name: string) => {
  const account = useAccount()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [name, account] })
}
