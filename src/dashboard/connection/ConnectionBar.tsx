import { Text } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useSyncExternalStore } from "react"
import * as words from "../words/connection.ts"
import { serverAway, untilReachable } from "./connection.ts"
import classes from "./ConnectionBar.module.css"

/** A bar while the server does not answer. Reloads the data of the page once it does. */
export const ConnectionBar = () => {
  const away = useSyncExternalStore(serverAway.subscribe, serverAway.get)
  const queries = useQueryClient()
  useEffect(() => {
    if (away) void untilReachable().then(() => queries.invalidateQueries())
  }, [away, queries])
  return (
    <div role="status" aria-label={words.connection}>
      {away && (
        <Text size="sm" fw={500} className={classes["bar"] ?? ""}>
          {words.cantReach}
        </Text>
      )}
    </div>
  )
}
