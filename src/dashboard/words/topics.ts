/** Words of topics: their settings, and the choice of one for a mail. */

// The settings
export const topics = "Topics"
export const topicsExplained =
  "The kinds of marketing e-mail that you write. The preference page shows them, so that people can leave one and still get the others."
export const topic = "Topic"
export const key = "Key"
export const namesIn = "Names"
export const noTopicsYet = "No topics yet"
export const whatTopicIs =
  "Make topics such as “New products” and “Sales”, and choose one in a campaign or a flow. Without topics, people can only leave all of your e-mail."
export const sampleTopic = "New products"
export const sampleKey = "new-products"
export const actions = "Actions"
export const rename = "Rename"
export const renameTitle = (name: string) => `Rename ${name}`
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteText =
  "The preference page no longer shows it. Who left it stays in the consent history, and counts again if you make a topic with the same key."

// New topic
export const newTopic = "New topic"
export const nameIn = (language: string) => `Name in ${language}`
export const nameHint = "People see it on the preference page."
export const keyHint = "For the API and your own notes. Small letters, digits, - and _. It can't be changed later."
export const otherLanguages = "Names in other languages"
export const otherLanguagesHint = "People who read another language see the name above where one is missing."

// The choice of a topic
export const topicOfMail = "Topic"
export const topicHint = "Who left this topic doesn't get the mail."
export const general = "None: general marketing"
export const chooseTopic = "Choose a topic"
export const goneTopic = (topicKey: string) => `${topicKey} (deleted)`
