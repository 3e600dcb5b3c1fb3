import { Anchor, type AnchorProps } from "@mantine/core"
import { createLink } from "@tanstack/react-router"
import type { ComponentPropsWithRef } from "react"

const InheritingAnchor = (props: AnchorProps & ComponentPropsWithRef<"a">) => <Anchor inherit {...props} />

/** A link to another page of the dashboard. */
export const PageLink = createLink(InheritingAnchor)
