import { Button, Modal, Stack } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useQueryClient } from "@tanstack/react-query"
import type { FurtherSender } from "../../domain/senders/FurtherSender.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { DomainCheck } from "../sending/DomainCheck.tsx"
import { TestMail } from "../sending/TestMail.tsx"
import * as words from "../words/senders.ts"

/** The button and the dialog with the DNS records of a sender's domain, and its test mail. */
export const SenderDomain = ({ sender }: { readonly sender: FurtherSender }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [opened, { open, close }] = useDisclosure(false)
  const params = { account, id: sender.id }
  const refresh = () => queries.invalidateQueries({ queryKey: ["senders", account] })
  const afterwards = async (work: Promise<unknown>) => {
    await work
    await refresh()
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {words.domain}
      </Button>
      <Modal opened={opened} onClose={close} title={words.domainOf(sender.from_name)} size="xl" centered>
        <Stack>
          <DomainCheck
            sender={sender}
            calls={{
              check: () => call((api) => api.senders.check({ params })),
              createKey: () => afterwards(call((api) => api.senders.createKey({ params }))),
              removeKey: () => afterwards(call((api) => api.senders.removeKey({ params }))),
              refresh
            }}
          />
          <TestMail send={(to) => call((api) => api.senders.test({ params, payload: { to } }))} />
        </Stack>
      </Modal>
    </>
  )
}
