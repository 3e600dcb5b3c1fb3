/** Words of the sending settings: sender, mail server, domain, test mail, limits and hooks. */
// Several forms of the page
export const saved = "Saved."
export const couldNotSave = "Couldn't save settings"

// The form of the sender
export const sender = "Sender"
export const senderExplained = "Who your e-mail comes from. Recipients see it in their inbox and below each e-mail."
export const senderName = "Sender name"
export const senderNameExplained = "Your store's name, as customers know it"
export const senderEmail = "Sender e-mail"
export const senderEmailExplained = "An address at your own domain, for example hello@yourstore.com"
export const senderEmailUntilSet = (address: string) =>
  `An address at your own domain. Until you set one, mail comes from ${address}`
export const replyTo = "Reply-to e-mail"
export const replyToExplained = "Where replies go. Empty: to the sender e-mail"
export const postalAddress = "Postal address"
export const postalAddressExplained = "The law requires it below marketing e-mail"
export const logo = "Logo"
export const logoExplained = "The https address of an image"
export const brandColour = "Brand colour"
export const brandColourExplained = "For links and buttons"
export const linkParameters = "Parameters of links"
export const linkParametersExplained =
  "For your web analytics: added to links that do not have them. {channel} becomes email or sms, {name} the name of the flow or campaign"
export const linkParametersExample = "utm_source=shop&utm_medium={channel}&utm_campaign={name}"
export const sharedAddress = "May send from the address of this service"
export const sharedAddressExplained =
  "Only the operator sees this. EMAIL_FROM is used until the account has a sender e-mail"
export const fixMarkedFields = "Not saved. Fix the marked fields."
export const saveSender = "Save sender"

// The mail server
export const mailServer = "Mail server"
export const sendsByOwnServer = (host: string) => `Your e-mail goes out through your own mail server, ${host}.`
export const capturesMail = "No mail server is set. E-mails are kept in Messages, and nobody receives them."
export const sendsByService = "Your e-mail goes out through the mail server of this service."
export const removeServer = "Remove server"
export const removeServerTitle = "Remove your mail server?"
export const removeServerExplained =
  "E-mail goes out through the mail server of this service from now on, if it has one. Otherwise it is not sent."
export const serverExplained = "Your provider lists these under “SMTP”. They are stored encrypted."
export const host = "Host"
export const hostExample = "smtp.example.com"
export const encryption = "Encryption"
export const startTls = "STARTTLS"
export const tls = "TLS"
export const port = "Port"
export const userName = "User name"
export const password = "Password"
export const passwordAgain = "Stored, and not shown. Enter it again to change the server."
export const saveSenderEmailFirst = "Save a sender e-mail first."
export const serverSaved = "Saved. Send a test e-mail to try it."
export const chooseServer = "Use this server"
export const replaceServer = "Replace server"

// The check of the domain
export const domain = "Domain"
export const domainExplained =
  "DNS records that show mail providers that your mail is from you. Add them where you manage your domain."
export const checkDomain = "Check domain"
export const checkedBefore = "Checked "
export const checkedAfter = ". A new record can take up to an hour to be seen."
export const proofExplained = (domain: string) =>
  `Show that ${domain} is yours: add this record, then check the domain. Until it is found, only test e-mails to yourself go out through the mail server of this service.`
export const checkOf = (rule: string) => `${rule} check`
export const foundNow = (records: string) => `Found now: ${records}`
export const recordName = (type: string) => `${type} record, name`
export const recordValue = "Value"
export const nameOfRecord = (record: string) => `${record} name`
export const valueOfRecord = (record: string) => `${record} value`

// The DKIM key
export const dkimKeyExplained =
  "With a DKIM key your mail is signed, so that receivers can trust it. You get a DNS record to add."
export const createDkimKey = "Create DKIM key"
export const mailNotSigned = "Your mail is not signed yet. Add this record, then check your domain."
export const mailSigned = "Your mail is signed with the DKIM key of this record."
export const removeDkimKey = "Remove DKIM key"
export const removeDkimKeyTitle = "Remove the DKIM key?"
export const removeDkimKeyExplained = "Your mail is no longer signed. A new key needs a new DNS record."
export const dkimRecord = "DKIM record"

// The test mail
export const testMail = "Test e-mail"
export const testMailExplained = "Send yourself an e-mail the way your customers get it. At most 10 an hour."
export const testRecipient = "To"
export const sendTestMail = "Send test e-mail"
export const testMailSent = "Sent. Look in that inbox, and in its spam folder."
export const testMailCaptured = "Not sent: no mail server is set."

// The limits
export const limits = "Warm-up and limits"
export const limitsExplained = "How fast your messages go out, and how many marketing messages a contact gets."
export const noEmailLimit = "E-mails: no limit."
export const emailsLeft = (left: number | null, perHour: number) =>
  left === null
    ? `E-mails: at most ${perHour.toLocaleString()} an hour.`
    : `E-mails: ${left.toLocaleString()} of ${perHour.toLocaleString()} left this hour.`
export const textsLeft = (left: number) => `Texts: ${left.toLocaleString()} left this hour.`
export const messagesPerHour = "Messages an hour"
export const messagesPerHourExplained =
  "E-mails and texts are counted apart. The rest waits for the next hour. Empty: no limit"
export const warmUpStart = "Warm-up: e-mails an hour on the first day"
export const warmUpGrowth = "Warm-up: growth a day"
export const setBothOrNone = "Set this too, or clear the other"
export const warmUpExplained =
  "A new sending domain earns its reputation with few e-mails at first, for example 50 an hour and 50% more each day. Empty: no warm-up."
export const messagesPerContact = "Marketing messages a day for each contact"
export const messagesPerContactExplained =
  "More are skipped that day. Messages about an order do not count. Empty: no limit"
export const holdout = "Contacts who get no marketing, for comparison"
export const holdoutExplained = "0 to 20%, chosen by chance for good. Home shows what messages add compared with them"
export const limitsSaved = "Limits saved."
export const saveLimits = "Save limits"

// The addresses where providers report
export const hooks = "Hooks"
export const hooksExplained =
  "Your providers report bounces, spam complaints, deliveries and replies to these addresses. Keep them secret."
export const rotateAddresses = "Rotate addresses"
export const rotateAddressesTitle = "Rotate the hook addresses?"
export const rotateAddressesExplained =
  "The current addresses stop working at once. Until your providers have the new ones, replies such as STOP and bounces are lost. Unsubscribe links in sent messages still work."
export const emailHook = "E-mail, for every provider"
export const emailHookAddress = "address for e-mail reports"
export const mailProviders = "Mail providers"
export const textHook = "Text messages, for Twilio"
export const textHookAddress = "address for text messages"
export const textHookExplained =
  "In the Twilio console, open your Messaging Service → Integration. Choose “Send a webhook”, and enter the address as Request URL and as Delivery Status Callback."

// The price of texts
export const partPrice = "Price of texts"
export const partPriceExplained =
  "What your provider of texts charges for one part. The cost is then shown while you write, and before a campaign goes out."
export const partAmount = "Price of one part"
export const partAmountExplained = "As in its price list, for example 0.0725. Empty: not known"
export const partCurrency = "Currency"
export const partCurrencyExplained = "Three letters, for example EUR"
export const savePartPrice = "Save price"

// The topic of Amazon SNS
export const noTopic = "No topic is connected yet."
export const topicBefore = "Connected: "
export const topicAfter = ". Only this topic is taken."
export const disconnectTopic = "Disconnect topic"
export const disconnectTopicTitle = "Disconnect the topic?"
export const disconnectTopicExplained =
  "Its reports are refused from now on. The next topic that subscribes to the address is connected."

// The key that checks a provider's reports
export const reportsChecked = "Only reports with a valid signature are taken."
export const reportsNotChecked = "Reports are not checked."
export const signed = "Signed"
export const notSigned = "Not signed"
export const removeReportKey = "Remove key"
export const removeReportKeyExplained = "Anyone who has the address can then report bounces to this account."
export const reportKeyExplained = (place: string) => `From ${place}. It is stored encrypted and not shown again.`
export const replaceReportKey = "Replace key"
export const saveReportKey = "Save key"
