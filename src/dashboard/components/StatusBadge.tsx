import { showStatus, statusColour } from "../format.ts"
import classes from "./StatusBadge.module.css"

/** Text with a dot of a Mantine colour before it. */
export const Dotted = ({ color, text }: { readonly color: string; readonly text: string }) => (
  <span className={classes["status"]}>
    <span className={classes["dot"]} style={{ background: `var(--mantine-color-${color}-6)` }} aria-hidden />
    {text}
  </span>
)

/** A status or consent state as a dot and its text; a dash where there is none. */
export const StatusBadge = ({ status }: { readonly status: string | null | undefined }) =>
  status === null || status === undefined ? <>—</> : <Dotted color={statusColour(status)} text={showStatus(status)} />
