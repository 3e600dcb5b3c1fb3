/** Words around the content of a message, which previews of flows, campaigns and forms show too. */
import { counted } from "../common.ts"

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

// Parts of a text
export const textParts = (parts: number, length: number) =>
  `${counted(parts, "part")} of up to ${counted(length, "character")}, before fields are filled in and the link is added.`
export const costOfOne = (money: string) => `At least ${money} to one person.`
export const setPartPrice = "Set what a part costs"
export const specialSigns = (signs: ReadonlyArray<string>) =>
  `${signs.join(" ")} ${signs.length === 1 ? "makes" : "make"} each part 70 characters long instead of 160.`
export const usePlainSigns = (saved: number) =>
  saved === 0 ? "Use plain signs" : `Use plain signs (saves ${counted(saved, "part")})`
