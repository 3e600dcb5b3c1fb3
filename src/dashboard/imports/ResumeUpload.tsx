import { Button, FileButton, Text } from "@mantine/core"
import { Result, Schema } from "effect"
import { useState } from "react"
import type { Import } from "../../domain/imports/Import.ts"
import { Layout } from "./upload.ts"

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(Layout))

/** Resumes an interrupted upload when the same file is chosen again, matched by name and size. */
export const ResumeUpload = (props: {
  readonly item: Import
  readonly onFile: (item: Import, file: File, layout: Layout) => void
}) => {
  const [isOtherFile, setIsOtherFile] = useState(false)
  const { file_name, file_size, layout } = props.item
  const choose = (file: File | null) => {
    const stored = decode(layout)
    const same = file?.name === file_name && file.size === file_size && Result.isSuccess(stored)
    setIsOtherFile(file !== null && !same)
    if (same) props.onFile(props.item, file, stored.success)
  }
  return (
    <>
      {isOtherFile && (
        <Text size="xs" c="red" role="alert">
          This is a different file.
        </Text>
      )}
      <FileButton onChange={choose}>
        {(button) => (
          <Button {...button} size="xs" variant="default">
            Continue
          </Button>
        )}
      </FileButton>
    </>
  )
}
