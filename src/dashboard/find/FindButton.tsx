import { ActionIcon, Button, Kbd } from "@mantine/core"
import { useHotkeys } from "@mantine/hooks"
import { lazy, Suspense, useState } from "react"
import { Icon } from "../components/Icon.tsx"
import * as words from "../words/find/findButton.ts"

// Loaded when it is first opened.
const FindDialog = lazy(() => import("./FindDialog.tsx").then((module) => ({ default: module.FindDialog })))

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the dialog that finds anything, also by ⌘K or Ctrl-K. */
export const FindButton = () => {
  const [opened, setOpened] = useState(false)
  const open = () => setOpened(true)
  // No element is exempt: the keys work in inputs too.
  useHotkeys([["mod+K", open]], [])
  return (
    <>
      <Button
        variant="default"
        visibleFrom="sm"
        leftSection={<Icon name="search" size={16} />}
        rightSection={<Kbd size="xs">{isApple ? words.appleKeys : words.otherKeys}</Kbd>}
        onClick={open}
      >
        {words.find}
      </Button>
      <ActionIcon variant="default" size="lg" hiddenFrom="sm" aria-label={words.find} onClick={open}>
        <Icon name="search" />
      </ActionIcon>
      {opened && (
        <Suspense fallback={null}>
          <FindDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
