import { Button, Menu } from "@mantine/core"
import { useNavigate } from "@tanstack/react-router"
import { call } from "../call.ts"
import * as words from "../words/accounts.ts"
import classes from "./AccountMenu.module.css"
import { useSession } from "./useSession.ts"

/** The menu with the signed-in user, the accounts to switch to, and the sign-out. */
export const AccountMenu = ({ account }: { readonly account: string }) => {
  const navigate = useNavigate()
  const session = useSession()
  const accounts = session.data?.data.accounts ?? []
  const signOut = async () => {
    await call((api) => api.session.signOut(), { quiet: true }).catch(() => undefined)
    window.location.assign("/dashboard/sign-in")
  }
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button variant="default" maw={220} miw={64} className={classes["menuButton"] ?? ""}>
          {accounts.find(({ id }) => id === account)?.name ?? words.account}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.data?.data.user.email ?? ""}</Menu.Label>
        {accounts.map(({ id, name, parent_id }) => (
          <Menu.Item
            key={id}
            fw={id === account ? 700 : 400}
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
