/** Words around the content of a message, which previews of flows, campaigns and forms show too. */

// The parts of an e-mail
export const textPart = "Text part"
export const source = "HTML"

// The frame of a rendered e-mail
export const screen = "Screen"
export const desktopScreen = "Desktop"
export const phoneScreen = "Phone"
export const colours = "Colours"
export const lightColours = "Light"
export const darkColours = "Dark"
export const documentTitle = "Message"
