import { EmptyState, ErrorAlert, Loading } from "../components/Feedback.tsx"
import { Page } from "../components/Page.tsx"
import { SearchInput } from "../components/SearchInput.tsx"
import { Pager } from "../components/Table.tsx"
import { useListState } from "../useListState.ts"
import * as words from "../words/media.ts"
import { MediaGrid } from "./MediaGrid.tsx"
import { UploadPictures } from "./UploadPictures.tsx"
import { useMedia } from "./useMedia.ts"

/** The media library of an account. */
export const MediaPage = () => {
  const list = useListState()
  const search = list.filter("search")
  const media = useMedia({ page: list.page, search })
  const pictures = media.data?.data
  return (
    <Page title={words.media} subtitle={words.mediaSubtitle}>
      <UploadPictures>
        <SearchInput
          aria-label={words.searchMedia}
          placeholder={words.searchMedia}
          maw={320}
          mb="md"
          value={search}
          onSearch={(text) => list.setFilters({ search: text })}
        />
        {media.isError && <ErrorAlert error={media.error} retry={() => void media.refetch()} />}
        {media.isPending && <Loading />}
        {pictures !== undefined && pictures.length > 0 && <MediaGrid pictures={pictures} />}
        {pictures?.length === 0 && (
          <EmptyState title={search === "" ? words.noMediaYet : words.nothingFound}>{words.whatMediaIs}</EmptyState>
        )}
        <Pager {...list.numbered(media)} />
      </UploadPictures>
    </Page>
  )
}
