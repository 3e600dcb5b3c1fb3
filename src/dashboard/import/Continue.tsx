import { Button, FileButton, Text } from "@mantine/core"
import { Result, Schema } from "effect"
import { useState } from "react"
import type { Import } from "../../domain/imports/Import.ts"
import { Layout } from "./upload.ts"

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(Layout))

/** Goes on with an upload that was cut short, once the same file is chosen again. */
export const Continue = (props: {
  readonly of: Import
  readonly onFile: (made: Import, file: File, layout: Layout) => void
}) => {
  const [other, setOther] = useState(false)
  const { file_name, file_size, layout } = props.of
  const take = (file: File | null) => {
    const known = decode(layout)
    const same = file?.name === file_name && file.size === file_size && Result.isSuccess(known)
    setOther(file !== null && !same)
    if (same) props.onFile(props.of, file, known.success)
  }
  return (
    <>
      {other && (
        <Text size="xs" c="red" role="alert">
          That is another file.
        </Text>
      )}
      <FileButton onChange={take}>
        {(button) => (
          <Button {...button} size="xs" variant="default">
            Continue
          </Button>
        )}
      </FileButton>
    </>
  )
}
