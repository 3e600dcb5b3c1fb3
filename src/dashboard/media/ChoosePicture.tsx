import { Button, Group, Modal } from "@mantine/core"
import { useState } from "react"
import type { Media } from "../../domain/media/Media.ts"
import { EmptyState, ErrorAlert, Loading } from "../components/Feedback.tsx"
import { SearchInput } from "../components/SearchInput.tsx"
import { useFocusBack } from "../components/useFocusBack.ts"
import * as common from "../words/common.ts"
import * as words from "../words/media.ts"
import { MediaGrid } from "./MediaGrid.tsx"
import { UploadPictures } from "./UploadPictures.tsx"
import { useMedia } from "./useMedia.ts"

/** A dialog with the media library, in which a picture is chosen; a single one that is uploaded is chosen at once. */
export const ChoosePicture = (props: { readonly onChoose: (picture: Media) => void; readonly onClose: () => void }) => {
  useFocusBack()
  const [search, setSearch] = useState("")
  const [page, setPage] = useState(1)
  const media = useMedia({ page, search })
  const pages = media.data?.pagination.total_pages ?? 1
  return (
    <Modal opened onClose={props.onClose} title={words.media} size="xl" centered>
      <UploadPictures onUploaded={props.onChoose}>
        <SearchInput
          aria-label={words.searchMedia}
          placeholder={words.searchMedia}
          mb="md"
          value={search}
          onSearch={(text) => {
            setSearch(text)
            setPage(1)
          }}
        />
        {media.isError && <ErrorAlert error={media.error} retry={() => void media.refetch()} />}
        {media.isPending && <Loading />}
        {media.data !== undefined && media.data.data.length > 0 && (
          <MediaGrid pictures={media.data.data} onChoose={props.onChoose} />
        )}
        {media.data?.data.length === 0 && (
          <EmptyState title={search === "" ? words.noMediaYet : words.nothingFound}>{words.whatMediaIs}</EmptyState>
        )}
        {pages > 1 && (
          <Group justify="space-between" mt="md">
            <Button variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              {common.back}
            </Button>
            <Button variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
              {words.more}
            </Button>
          </Group>
        )}
      </UploadPictures>
    </Modal>
  )
}
