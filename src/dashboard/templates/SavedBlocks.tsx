import { Button, Group, Modal, Stack } from "@mantine/core"
import { useState } from "react"
import type { Block } from "../../domain/content/Block.ts"
import { EmptyState, ErrorAlert, Loading } from "../components/Feedback.tsx"
import { useFocusBack } from "../components/useFocusBack.ts"
import { showTime } from "../format.ts"
import * as common from "../words/common.ts"
import * as words from "../words/templates/saved.ts"
import { Gallery } from "./Gallery.tsx"
import { OwnTemplate } from "./OwnTemplate.tsx"
import { useSavedTemplate, useSavedTemplates } from "./savedTemplates.ts"

/** A dialog with the account's saved blocks, of which one is put into a mail. */
export const SavedBlocks = (props: { readonly onChoose: (block: Block) => void; readonly onClose: () => void }) => {
  const { onChoose, onClose } = props
  useFocusBack()
  const saved = useSavedTemplates("block")
  const [key, setKey] = useState<string | undefined>(undefined)
  const chosen = saved.data?.find(({ id }) => id === key) ?? saved.data?.[0]
  const template = useSavedTemplate(chosen?.id)
  const block = chosen === undefined ? undefined : template.data?.content.document.blocks[0]
  return (
    <Modal opened onClose={onClose} title={words.savedBlocks} size="xl" centered>
      <Stack>
        {saved.isError && <ErrorAlert error={saved.error} retry={() => void saved.refetch()} />}
        {template.isError && <ErrorAlert error={template.error} retry={() => void template.refetch()} />}
        {saved.isPending && <Loading />}
        {saved.data?.length === 0 && <EmptyState title={words.noBlocks}>{words.whatBlocksAre}</EmptyState>}
        {saved.data !== undefined && chosen !== undefined && (
          <Gallery
            label={words.savedBlocks}
            choices={saved.data.map(({ id, name, created_at }) => ({
              key: id,
              name,
              description: showTime(created_at)
            }))}
            value={chosen.id}
            picture={
              template.data !== undefined && (
                <OwnTemplate key={template.data.id} template={template.data} onRemoved={() => setKey(undefined)} />
              )
            }
            onChange={setKey}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            disabled={block === undefined}
            onClick={() => {
              if (block !== undefined) onChoose(block)
              onClose()
            }}
          >
            {words.insert}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
