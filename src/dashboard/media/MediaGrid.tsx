import { ActionIcon, Anchor, Card, Group, SimpleGrid, Text, UnstyledButton, VisuallyHidden } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { mediaFileName } from "../../domain/media/mediaAddress.ts"
import type { Media } from "../../domain/media/Media.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ConfirmDialog } from "../components/ConfirmButton.tsx"
import { Icon } from "../components/Icon.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/media.ts"
import classes from "./MediaGrid.module.css"

const Picture = ({ picture: { url } }: { readonly picture: Media }) => (
  <img className={classes["picture"]} src={`/m/${mediaFileName(url)}`} alt="" loading="lazy" />
)

const Details = ({ picture: { name, width, height, size } }: { readonly picture: Media }) => (
  <>
    <Text size="sm" fw={500} truncate title={name}>
      {name}
    </Text>
    <Text size="xs" c="dimmed">
      {words.measures(width, height, size)}
    </Text>
  </>
)

/** Pictures beside each other: each is chosen, or else opened and deleted. */
export const MediaGrid = (props: {
  readonly pictures: ReadonlyArray<Media>
  readonly onChoose?: (picture: Media) => void
}) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [deleting, setDeleting] = useState<Media | null>(null)
  const { onChoose } = props
  const remove = async () => {
    if (deleting === null) return
    await call((api) => api.media.remove({ params: { account, id: deleting.id } }))
    await queries.invalidateQueries({ queryKey: ["media", account] })
  }
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: onChoose === undefined ? 5 : 3 }} spacing="sm">
        {props.pictures.map((picture) => (
          <Card key={picture.id} withBorder padding="xs">
            {onChoose !== undefined ? (
              <UnstyledButton onClick={() => onChoose(picture)}>
                <VisuallyHidden>{words.choose}</VisuallyHidden>
                <Picture picture={picture} />
                <Details picture={picture} />
              </UnstyledButton>
            ) : (
              <>
                <Anchor
                  href={`/m/${mediaFileName(picture.url)}`}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={words.openOne(picture.name)}
                >
                  <Picture picture={picture} />
                </Anchor>
                <Group gap="xs" wrap="nowrap" justify="space-between">
                  <div style={{ minWidth: 0 }}>
                    <Details picture={picture} />
                  </div>
                  <ActionIcon
                    variant="default"
                    size="lg"
                    aria-label={words.deleteOne(picture.name)}
                    onClick={() => setDeleting(picture)}
                  >
                    <Icon name="remove" size={16} />
                  </ActionIcon>
                </Group>
              </>
            )}
          </Card>
        ))}
      </SimpleGrid>
      <ConfirmDialog
        key={deleting?.id}
        label={common.deleting}
        title={words.deleteTitle}
        action={remove}
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
      >
        {words.deleteText}
      </ConfirmDialog>
    </>
  )
}
