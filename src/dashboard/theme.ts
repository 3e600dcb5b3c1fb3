import { Alert, Badge, Button, Card, createTheme, type CSSVariablesResolver, Drawer, Modal } from "@mantine/core"

const closeButtonProps = { "aria-label": "Close" }

/** Mantine theme. Its colours keep a contrast of at least 4.5 : 1 in both schemes. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: "md",
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  headings: { fontWeight: "650", sizes: { h2: { fontSize: "1.5rem" }, h5: { fontSize: "0.95rem" } } },
  autoContrast: true,
  respectReducedMotion: true,
  components: {
    Alert: Alert.extend({ styles: { title: { color: "var(--mantine-color-text)" } } }),
    Badge: Badge.extend({ defaultProps: { radius: "sm" } }),
    Button: Button.extend({ defaultProps: { size: "sm" } }),
    Card: Card.extend({ defaultProps: { radius: "md" } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps } }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps } })
  }
})

/** The nonce of the page's Content-Security-Policy for style elements. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ""

/** Muted text colours with a contrast of at least 4.5 : 1 on pages and cards. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#5a6169",
    "--mantine-color-error": "#c92a2a",
    "--mantine-color-placeholder": "#6a7178",
    "--tally-surface": "#f7f8fa",
    "--tally-border-strong": "#ced4da"
  },
  dark: {
    "--mantine-color-dimmed": "#a6a7ab",
    "--mantine-color-placeholder": "#9a9ba0",
    "--mantine-color-error": "#ff8787",
    "--tally-surface": "#1f1f1f",
    "--tally-border-strong": "#4a4a4a"
  }
})
