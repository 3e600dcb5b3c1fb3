import { Checkbox, Stack } from "@mantine/core"
import { Scope } from "../../domain/accounts/Scope.ts"
import * as words from "../words/settings/settingsTokens.ts"

/** Checkboxes for the scopes of a token or an application. */
export const ScopesInput = (props: {
  readonly value: ReadonlyArray<Scope>
  readonly onChange: (scopes: ReadonlyArray<Scope>) => void
  readonly error?: string | undefined
}) => (
  <Checkbox.Group
    label={words.scopes}
    value={[...props.value]}
    onChange={(chosen) => props.onChange(Scope.literals.filter((scope) => chosen.includes(scope)))}
    error={props.error}
  >
    <Stack gap="xs" mt="xs">
      {Scope.literals.map((scope) => (
        <Checkbox key={scope} value={scope} label={scope} description={words.scopeDescriptions[scope]} />
      ))}
    </Stack>
  </Checkbox.Group>
)
