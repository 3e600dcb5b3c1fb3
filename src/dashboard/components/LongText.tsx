import { Text, UnstyledButton } from "@mantine/core"
import { useLayoutEffect, useRef, useState } from "react"
import * as words from "../words/components.ts"
import { startOf } from "./startOf.ts"

/** A text that a shop sent, of any length: its first `max` characters, until the rest is asked for. */
export const LongText = ({ text, max = 200 }: { readonly text: string; readonly max?: number }) => {
  const [isWhole, setWhole] = useState(false)
  const whole = useRef<HTMLSpanElement>(null)
  // The button that had the focus is gone: reading goes on at the text.
  useLayoutEffect(() => {
    if (isWhole) whole.current?.focus({ preventScroll: true })
  }, [isWhole])
  const start = startOf(text, max)
  if (start === text) return <>{text}</>
  return (
    <Text
      inherit
      component="span"
      ref={whole}
      tabIndex={isWhole ? -1 : undefined}
      style={{ overflowWrap: "anywhere", whiteSpace: "normal" }}
    >
      {isWhole ? text : `${start} `}
      {!isWhole && (
        <UnstyledButton fz="inherit" td="underline" onClick={() => setWhole(true)}>
          {words.showAll}
        </UnstyledButton>
      )}
    </Text>
  )
}
