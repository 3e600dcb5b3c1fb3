import { Anchor, type AnchorProps } from "@mantine/core"
import { createLink } from "@tanstack/react-router"
import type { ComponentPropsWithRef } from "react"

const Plain = (props: AnchorProps & ComponentPropsWithRef<"a">) => <Anchor inherit {...props} />

/** A link to another page. */
export const To = createLink(Plain)
