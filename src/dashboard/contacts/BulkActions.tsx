import { Button, Menu } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { BulkAction } from "../../domain/contacts/BulkAction.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { showCount } from "../format.ts"
import { BulkDialog } from "./BulkDialog.tsx"
import * as words from "../words/contacts/contacts.ts"

type Kind = BulkAction["action"]

const actions: ReadonlyArray<Kind> = ["add_tag", "remove_tag", "unsubscribe_email", "unsubscribe_sms"]

// Lists of a search are counted up to this number.
const maxCounted = 10_000

/** Which contacts an action is about. */
export type Chosen = Pick<BulkAction, "filter" | "contact_ids" | "conditions">

/** A menu of actions on all contacts that a list finds, not only those of the page on screen, or on those that are selected. */
export const BulkActions = (props: {
  readonly chosen: Chosen
  readonly total: number | undefined
  /** Called when the contacts may have been deleted. */
  readonly onDeleted?: () => void
}) => {
  const { chosen, total = 0 } = props
  const account = useAccount()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<
    { readonly kind: Kind; readonly chosen: Chosen; readonly count: number } | undefined
  >(undefined)
  const many = chosen.filter?.search !== undefined && total >= maxCounted
  const ask = (kind: Kind) => setAsked({ kind, chosen, count: total })
  const query = new URLSearchParams(chosen.filter).toString()
  const close = () => {
    if (asked?.kind === "delete") props.onDeleted?.()
    setAsked(undefined)
    void queries.invalidateQueries({ queryKey: ["contacts", account] })
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" disabled={total === 0}>
            {words.actionsFor(showCount(total, many))}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((kind) => (
            <Menu.Item key={kind} onClick={() => ask(kind)}>
              {words.bulkActions[kind]}
            </Menu.Item>
          ))}
          {chosen.filter !== undefined && (
            <Menu.Item
              component="a"
              href={`/dashboard/api/accounts/${account}/contact-export${query === "" ? "" : `?${query}`}`}
              download="contacts.csv"
            >
              {words.exportCsv}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item onClick={() => ask("delete")}>{words.bulkActions.delete}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked !== undefined && (
        <BulkDialog kind={asked.kind} chosen={asked.chosen} count={asked.count} many={many} onClose={close} />
      )}
    </>
  )
}
