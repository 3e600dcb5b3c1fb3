import { Button, Group, Modal } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import type { ConsentBody } from "../../api/Contacts.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { showChannel, showStatus, showTime } from "../format.ts"
import { actorText } from "./actorText.ts"
import * as common from "../words/common.ts"
import * as words from "../words/contacts/contacts.ts"

type Entry = (typeof ConsentBody.Type)["history"][number]

/** A button that shows an entry of the consent ledger in a dialog, with its evidence: what the person saw, where, and from which network. */
export const ConsentDetails = (props: { readonly entry: Entry; readonly members: Parameters<typeof actorText>[1] }) => {
  const [opened, { open, close }] = useDisclosure(false)
  const {
    recorded_at,
    effective_at,
    channel,
    from,
    to,
    refused,
    rule,
    cause,
    source_id,
    actor,
    proof = {}
  } = props.entry
  const evidence: ReadonlyArray<readonly [label: string, value: string | undefined]> = [
    [words.givenReason, proof.reason],
    [words.proofWording(proof.wording_version), proof.wording],
    [words.proofPage, proof.page],
    [words.proofNetwork, proof.address],
    [words.proofConfirmed, proof.confirmed_at],
    [words.proofConfirmedNetwork, proof.confirmed_address],
    [words.proofSource, proof.source],
    [words.proofBrowser, proof.user_agent]
  ]
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={open}
        aria-label={words.detailsOf(showChannel(channel), showTime(recorded_at))}
      >
        {words.details}
      </Button>
      <Modal opened={opened} onClose={close} title={words.consentOn(showChannel(channel))} size="lg" centered>
        <DescriptionList
          items={[
            [common.time, showTime(recorded_at)],
            [words.tookEffect, showTime(effective_at)],
            [
              words.change,
              refused ? (
                <>
                  {words.refusedStill}
                  <StatusBadge key="still" status={from} />
                </>
              ) : (
                <Group key="change" gap={4}>
                  <StatusBadge status={from} /> → <StatusBadge status={to} />
                </Group>
              )
            ],
            [common.reason, rule],
            [words.changedBy, actorText(actor, props.members)],
            [words.source, `${showStatus(cause)} ${source_id}`],
            ...evidence.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]))
          ]}
        />
      </Modal>
    </>
  )
}
