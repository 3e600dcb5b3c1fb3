import { createTheme, Modal, type CSSVariablesResolver } from "@mantine/core"

/** Colours that keep a contrast of 4.5 : 1 on both schemes. */
export const theme = createTheme({
  primaryColor: "cyan",
  primaryShade: 9,
  defaultRadius: "md",
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  autoContrast: true,
  components: { Modal: Modal.extend({ defaultProps: { closeButtonProps: { "aria-label": "Close" } } }) }
})

/** The nonce that the page's policy lets style elements in with. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ""

/** Quiet text that can still be read: 4.5 : 1 on the page and on cards. */
export const readableGrey: CSSVariablesResolver = () => ({
  variables: {},
  light: { "--mantine-color-dimmed": "#5a6169", "--mantine-color-placeholder": "#6a7178" },
  dark: { "--mantine-color-dimmed": "#a6a7ab" }
})
