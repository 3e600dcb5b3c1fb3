import { Checkbox, Stack } from "@mantine/core"
import { Scope } from "../../domain/accounts/Scope.ts"

const meanings: Record<Scope, string> = {
  contacts_read: "List and filter contacts",
  contacts_write: "Create, update, unsubscribe and delete contacts",
  events_write: "Send custom events",
  orders_write: "Report orders"
}

/** Which scopes a token or an application may have. */
export const ScopesInput = (props: {
  readonly value: ReadonlyArray<Scope>
  readonly onChange: (scopes: ReadonlyArray<Scope>) => void
  readonly error?: string | undefined
}) => (
  <Checkbox.Group
    label="Scopes"
    value={[...props.value]}
    onChange={(chosen) => props.onChange(Scope.literals.filter((scope) => chosen.includes(scope)))}
    error={props.error}
  >
    <Stack gap="xs" mt="xs">
      {Scope.literals.map((scope) => (
        <Checkbox key={scope} value={scope} label={scope} description={meanings[scope]} />
      ))}
    </Stack>
  </Checkbox.Group>
)
