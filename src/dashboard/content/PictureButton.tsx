import { Button } from "@mantine/core"
import { lazy, Suspense, useState } from "react"
import type { Media } from "../../domain/media/Media.ts"
import * as words from "../words/content/blocks.ts"

const ChoosePicture = lazy(() =>
  import("../media/ChoosePicture.tsx").then((module) => ({ default: module.ChoosePicture }))
)

/** A button that opens the media library, in which a picture is chosen or uploaded. */
export const PictureButton = ({ onChoose }: { readonly onChoose: (picture: Media) => void }) => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" w="fit-content" onClick={() => setOpened(true)}>
        {words.choosePicture}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <ChoosePicture
            onClose={() => setOpened(false)}
            onChoose={(picture) => {
              setOpened(false)
              onChoose(picture)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
