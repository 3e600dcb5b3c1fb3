import { Button, FileButton, Text } from "@mantine/core"
import { useState } from "react"
import type { Import } from "../../domain/imports/Import.ts"
import * as words from "../words/imports.ts"

/** Resumes an interrupted upload when the same file is chosen again, matched by name and size. */
export const ResumeUpload = (props: { readonly item: Import; readonly onFile: (item: Import, file: File) => void }) => {
  const [isOtherFile, setIsOtherFile] = useState(false)
  const { file_name, file_size } = props.item
  const choose = (file: File | null) => {
    const isSame = file?.name === file_name && file.size === file_size
    setIsOtherFile(file !== null && !isSame)
    if (isSame) props.onFile(props.item, file)
  }
  return (
    <>
      {isOtherFile && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {words.differentFile}
        </Text>
      )}
      <FileButton onChange={choose}>
        {(button) => (
          <Button {...button} size="xs" variant="default">
            {words.continueUpload}
          </Button>
        )}
      </FileButton>
    </>
  )
}
