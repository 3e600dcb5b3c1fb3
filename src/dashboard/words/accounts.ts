/** Words of the sign-in, of its links and of the account menu. */
export const documentTitle = (title: string) => `${title} · Tally`

// Account menu
export const account = "Account"
export const signOut = "Sign out"

// Sign-in
export const signIn = "Sign in"
export const signInTitle = "Sign in to Tally"
export const password = "Password"
export const forgotPassword = "Forgot password?"

// Dialog over a page whose session has ended
export const sessionEnded = "Your session has ended"
export const signInAgain = "Sign in again to continue. Your changes are kept."

// Forgotten password
export const forgotDocumentTitle = documentTitle("Forgot password")
export const forgotTitle = "Forgot your password?"
export const forgotHint = "We send a link to set a new password"
export const sendLink = "Send the link"
export const linkSent = "If there is a user with this address, we sent a link to it. It works once, for an hour."
export const noMailServer =
  "No mail server is set up. Ask an owner of your account, or the operator of this service, for a link to set a new password. They create it under Settings → Users."
export const backToSignIn = "Back to sign-in"

// Links that work once: invitations, set-ups and new passwords
export const worksOnce = "This link works once."
export const incompleteLink = "The link is incomplete. Open the full link, including everything after the #."
export const passwordHint = "At least 8 characters"
export const newPassword = "New password"
export const welcome = "Welcome to Tally"
export const choosePassword = "Choose a password, or enter yours if you already have one here."
export const chooseCredentials = "Choose your e-mail address and password."
export const start = "Start"
export const setNewPassword = "Set a new password"
export const signsOutEverywhere = "This signs you out everywhere."
export const setPassword = "Set password"

// Invitation of someone who is signed in
export const signedInAs = (email: string) => `You are signed in as ${email}.`
export const acceptAs = (email: string) => `Accept as ${email}`
export const withInvitedAddress = "or with the invited address"

// Start without an account
export const noAccount = "No account"
export const askForInvitation = "Ask the operator of this service to invite you."

// Roles
export const ownersChangeThis = "Only owners of the account can change this."
export const ownersSeeThis = "Only owners of the account can see and change this."
