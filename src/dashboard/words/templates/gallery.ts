/** Words of the gallery of templates. */

export const beginWith = "Begin with"
export const blankMail = "Blank mail"
export const blankMailDescription = "Nothing in it yet."
export const shopAddress = "Address of your shop"
export const aboutShopAddress = "The buttons of the template lead there."
export const shopExample = "https://shop.example"
export const noShopAddress = "Must be the address of a page, such as https://shop.example"
export const languageOfTexts = "Language of the texts"
export const pictureOf = (name: string) => `A picture of ${name}`
export const noMail = "No mail to show."
export const chooseTemplate = "Templates"
export const use = "Use it"

// What stands in the place of data
export const shownName = "Your shop"
export const shownValue = "…"
