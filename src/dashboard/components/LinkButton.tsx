import { Button, type ButtonProps } from "@mantine/core"
import { createLink } from "@tanstack/react-router"
import type { ComponentPropsWithRef } from "react"

const AnchorButton = (props: ButtonProps & ComponentPropsWithRef<"a">) => <Button component="a" {...props} />

/** A link to another page of the dashboard that looks like a button. */
export const LinkButton = createLink(AnchorButton)
