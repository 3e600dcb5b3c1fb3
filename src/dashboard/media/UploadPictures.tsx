import { Alert, Button, FileButton, Group, List, Text } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type DragEvent, type ReactNode, useState } from "react"
import type { Media } from "../../domain/media/Media.ts"
import { singleLine } from "../../domain/values/Text.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, errorText } from "../call.ts"
import * as words from "../words/media.ts"

const types = "image/png,image/jpeg,image/gif,image/webp"

// The API takes a name of one line.
const nameOf = ({ name }: File): string => singleLine(name).slice(0, 200) || words.media

/** Uploads pictures that are chosen, or dropped anywhere on `children`: one after the other, and those that are refused are named. */
export const UploadPictures = (props: {
  readonly onUploaded?: (media: Media) => void
  readonly children: ReactNode
}) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [left, setLeft] = useState(0)
  const [refused, setRefused] = useState<ReadonlyArray<string>>([])
  const upload = useMutation({
    mutationFn: async (files: ReadonlyArray<File>) => {
      setRefused([])
      for (const [at, file] of files.entries()) {
        setLeft(files.length - at)
        try {
          const payload = new Uint8Array(await file.arrayBuffer())
          const { data } = await call((api) =>
            api.media.upload({ params: { account }, query: { name: nameOf(file) }, payload })
          )
          if (files.length === 1) props.onUploaded?.(data)
        } catch (error) {
          setRefused((before) => [...before, words.notUploaded(file.name, errorText(error))])
        }
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["media", account] })
  })
  const take = (files: ReadonlyArray<File>) => {
    if (files.length > 0 && !upload.isPending) upload.mutate(files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take([...event.dataTransfer.files])
  }
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Group gap="sm" mb="md">
        <FileButton onChange={take} accept={types} multiple>
          {(button) => (
            <Button {...button} loading={upload.isPending}>
              {words.upload}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" role="status">
          {upload.isPending ? words.uploading(left) : `${words.dropHere}. ${words.kindsHint}`}
        </Text>
      </Group>
      {refused.length > 0 && (
        <Alert color="orange" role="alert" mb="md">
          <List size="sm">
            {refused.map((text, at) => (
              <List.Item key={at}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {props.children}
    </div>
  )
}
