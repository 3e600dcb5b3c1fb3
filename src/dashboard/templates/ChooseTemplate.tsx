import { Button, Group, Modal, Stack } from "@mantine/core"
import { useState } from "react"
import type { Language } from "../../domain/languages/Language.ts"
import { useFocusBack } from "../components/useFocusBack.ts"
import * as common from "../words/common.ts"
import * as words from "../words/templates/gallery.ts"
import { type ChosenMail, type MailChoice, MailGallery } from "./MailGallery.tsx"

/** A dialog with the gallery of mails, in which one is chosen for a mail that is not written yet. */
export const ChooseTemplate = (props: {
  /** The language of the mail that is written; undefined for the account's. */
  readonly language: Language | undefined
  readonly onChoose: (mail: ChosenMail) => void
  readonly onClose: () => void
}) => {
  const { language, onChoose, onClose } = props
  useFocusBack()
  const [mail, setMail] = useState<MailChoice>(undefined)
  return (
    <Modal opened onClose={onClose} title={words.chooseTemplate} size="xl" centered>
      <Stack>
        <MailGallery language={language} onChoose={setMail} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            disabled={mail === undefined}
            onClick={() => {
              if (mail !== undefined && mail !== "blank") onChoose(mail)
              onClose()
            }}
          >
            {words.use}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
