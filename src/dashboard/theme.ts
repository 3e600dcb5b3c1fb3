import { createTheme, type CSSVariablesResolver } from "@mantine/core"
import { petrol, warmDark, warmGray } from "./colors.ts"
import * as common from "./words/common.ts"

const title = { fontWeight: 650, lineHeight: 1.35 }
const closeButtonProps = { "aria-label": common.close }

/** Mantine theme. Its colours keep a contrast of at least 4.5 : 1 in both schemes. */
export const theme = createTheme({
  colors: { petrol, gray: warmGray, dark: warmDark },
  black: "#24211d",
  primaryColor: "petrol",
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: "md",
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  headings: { fontWeight: "650", sizes: { h2: { fontSize: "1.5rem" }, h5: { fontSize: "0.95rem" } } },
  autoContrast: true,
  respectReducedMotion: true,
  // By name: `Modal.extend` and its like would make each of them part of the first load.
  components: {
    Alert: { styles: { title: { color: "var(--mantine-color-text)" } } },
    Badge: { defaultProps: { radius: "sm" } },
    Button: { defaultProps: { size: "sm" } },
    Card: { defaultProps: { radius: "md" } },
    // By default as dark as a card, and so invisible on it.
    Code: { vars: () => ({ root: { "--code-bg": "var(--tally-surface)" } }) },
    Drawer: { defaultProps: { closeButtonProps }, styles: { title } },
    Modal: { defaultProps: { closeButtonProps }, styles: { title } }
  }
})

/** The nonce of the page's Content-Security-Policy for style elements. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ""

/** Muted text colours with a contrast of at least 4.5 : 1 on pages and cards. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#625c54",
    "--mantine-color-error": "#b3301f",
    "--mantine-color-yellow-light": "#fbf1d0",
    "--mantine-color-placeholder": "#6f685f",
    "--tally-good": "#2b6a3f",
    "--tally-surface": "#faf9f7",
    "--tally-border-strong": "#ccc6bd"
  },
  dark: {
    "--mantine-color-dimmed": "#aaa59d",
    "--mantine-color-placeholder": "#9e988f",
    "--mantine-color-error": "#ff8787",
    // Links and outlines on dark surfaces.
    "--mantine-color-anchor": petrol[3],
    "--mantine-primary-color-light-color": petrol[2],
    "--mantine-primary-color-light": "#1b373c",
    "--mantine-primary-color-light-hover": "#21434a",
    "--mantine-color-petrol-light": "#1b373c",
    "--mantine-color-petrol-light-hover": "#21434a",
    "--mantine-color-petrol-light-color": petrol[2],
    "--mantine-color-yellow-light": "#3b3119",
    "--mantine-color-orange-light": "#40291a",
    "--tally-good": "#7fcf95",
    "--tally-surface": "#1b1917",
    "--tally-border-strong": "#4f4a44"
  }
})
