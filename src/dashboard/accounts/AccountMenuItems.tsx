import { Menu } from "@mantine/core"
import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { call } from "../call.ts"
import * as words from "../words/accounts.ts"
import { useSession } from "./useSession.ts"

/** The menu at `target`, open from the start: the signed-in user, the accounts to switch to, and the sign-out. */
export const AccountMenuItems = (props: { readonly account: string; readonly target: ReactNode }) => {
  const navigate = useNavigate()
  const session = useSession()
  const signOut = async () => {
    await call((api) => api.session.signOut(), { quiet: true }).catch(() => undefined)
    window.location.assign("/dashboard/sign-in")
  }
  return (
    <Menu position="bottom-end" width={260} defaultOpened>
      <Menu.Target>{props.target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.data?.data.user.email ?? ""}</Menu.Label>
        {session.data?.data.accounts.map(({ id, name, parent_id }) => (
          <Menu.Item
            key={id}
            fw={id === props.account ? 700 : 400}
            pl={parent_id === null ? "sm" : "xl"}
            onClick={() => void navigate({ to: "/a/$account", params: { account: id } })}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{words.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
