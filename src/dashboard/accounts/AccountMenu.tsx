import { Button } from "@mantine/core"
import { lazy, Suspense, useState } from "react"
import { pageModule } from "../connection/pageModules.ts"
import * as words from "../words/accounts.ts"
import classes from "./AccountMenu.module.css"
import { useSession } from "./useSession.ts"

// Loaded when the menu is first opened: the placing of menus is a tenth of the first load.
const AccountMenuItems = lazy(
  pageModule(() => import("./AccountMenuItems.tsx").then((module) => ({ default: module.AccountMenuItems })))
)

/** The button with the account's name, which opens the menu of the signed-in user. */
export const AccountMenu = ({ account }: { readonly account: string }) => {
  const [wanted, setWanted] = useState(false)
  const session = useSession()
  const button = (
    <Button
      variant="default"
      maw={220}
      miw={64}
      className={classes["menuButton"] ?? ""}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
    >
      {session.data?.data.accounts.find(({ id }) => id === account)?.name ?? words.account}
    </Button>
  )
  return wanted ? (
    <Suspense fallback={button}>
      <AccountMenuItems account={account} target={button} />
    </Suspense>
  ) : (
    button
  )
}
