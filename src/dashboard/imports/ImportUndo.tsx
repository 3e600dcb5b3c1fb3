import { Stack, Text } from "@mantine/core"
import type { BulkChange } from "../../domain/changes/BulkChange.ts"
import type { ImportKind } from "../../domain/imports/Import.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { UndoEffects } from "../changes/UndoEffects.tsx"
import { UndoState } from "../changes/UndoState.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import { undoneResult, whatUndoDoes } from "../words/changes.ts"
import * as words from "../words/importPage.ts"

/** Tells which effects of an import an undo takes back and which stay. `change` is undefined where the import changed no contact. */
export const ImportUndo = (props: { readonly kind: ImportKind; readonly change: BulkChange | undefined }) => {
  const account = useAccount()
  const { kind, change } = props
  if (kind === "orders")
    return (
      <Section title={words.ordersStay}>
        <Stack gap={4}>
          {words.whyOrdersStay.map((text) => (
            <Text key={text} size="sm" c="dimmed">
              {text}
            </Text>
          ))}
        </Stack>
      </Section>
    )
  if (change === undefined) return null
  return (
    <Section title={whatUndoDoes}>
      <Stack gap="xs">
        {change.undo !== null && (
          <div>
            <UndoState change={change} />
            <Text size="sm">
              {undoneResult(change.undone, change.kept)}{" "}
              <PageLink to="/a/$account/changes/$id" params={{ account, id: change.id }}>
                {words.whatStayed}
              </PageLink>
            </Text>
          </div>
        )}
        <UndoEffects change={change} />
      </Stack>
    </Section>
  )
}
