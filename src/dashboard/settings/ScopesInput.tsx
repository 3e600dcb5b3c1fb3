import { Checkbox, Stack } from "@mantine/core"
import { Scope } from "../../domain/accounts/Scope.ts"

const descriptions: Record<Scope, string> = {
  contacts_read: "List and filter contacts",
  contacts_write: "Create, update, unsubscribe and delete contacts",
  events_write: "Send custom events",
  orders_write: "Create and update orders"
}

/** Checkboxes for the scopes of a token or an application. */
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
        <Checkbox key={scope} value={scope} label={scope} description={descriptions[scope]} />
      ))}
    </Stack>
  </Checkbox.Group>
)
