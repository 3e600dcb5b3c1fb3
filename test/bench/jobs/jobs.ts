import { pictures } from "../../support/samples/pictures.ts"
import type { Walker } from "./Walker.ts"

const people = ["ada", "bob", "cy", "dora", "emil"]
const file = [
  "Email,First name,Accepts email marketing",
  ...people.map((name) => `${name}@example.com,${name},${name === "cy" ? "no" : "yes"}`)
].join("\n")

const heading = (walker: Walker, name: string) => walker.page.getByRole("heading", { name, level: 1 }).waitFor()

const addBlock = async (walker: Walker, name: string) => {
  await walker.press("Add block")
  await walker.click(walker.page.getByRole("menuitem", { name, exact: true }))
}

const startFlow = async (walker: Walker, template: string) => {
  const { page } = walker
  await walker.open("Flows")
  await walker.press("New flow")
  await walker.click(page.getByRole("radio", { name: template, exact: true }))
  await walker.press("Create", page.getByRole("dialog"))
  await heading(walker, template)
  await walker.press("Activate")
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor()
}

const openContact = async (walker: Walker, email: string) => {
  const { page } = walker
  await walker.open("Contacts")
  await walker.type(page.getByLabel("Search"), email)
  await walker.click(page.getByRole("link", { name: email }))
  await page.getByRole("tab", { name: "Timeline" }).waitFor()
}

/**
 * The jobs of a merchant who begins, in the order in which each finds what it needs. Each begins where the one before
 * ended. `server` is the merchant's mail server.
 */
export const jobsOf = (
  server: URL
): ReadonlyArray<readonly [name: string, walk: (walker: Walker) => Promise<void>]> => [
  [
    "connect a store",
    async (walker) => {
      const { page } = walker
      await walker.click(page.getByRole("link", { name: "Connect your store" }))
      await walker.press("Connect a store")
      await walker.choose(page.getByLabel("Platform"), "Shopify")
      await walker.type(page.getByLabel("Store name"), "Tea")
      await walker.type(page.getByLabel("Store URL"), "https://tea.example")
      await walker.press("Connect", page.getByRole("dialog"))
      await walker.press("Copy webhook address")
      await walker.press("Done")
    }
  ],
  [
    "set the sender and a mail server",
    async (walker) => {
      const { page } = walker
      await walker.open("Home")
      await walker.click(page.getByRole("link", { name: "Set your sender" }))
      await walker.type(page.getByLabel("Sender name"), "Tea")
      await walker.type(page.getByLabel("Sender e-mail"), "hello@tea.example")
      await walker.type(page.getByLabel("Postal address"), "1 Tea Street, London")
      await walker.press("Save sender")
      await page.getByText("Saved.", { exact: true }).waitFor()
      await walker.type(page.getByLabel("Host"), server.hostname)
      await walker.type(page.getByRole("textbox", { name: "Port" }), server.port)
      await walker.press("Use this server")
      await page.getByText(/^Your e-mail goes out through your own mail server/).waitFor()
    }
  ],
  [
    "import contacts",
    async (walker) => {
      const { page } = walker
      await walker.open("Imports")
      await walker.press("New import")
      await walker.upload(page.getByRole("button", { name: "File" }), {
        name: "people.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(file)
      })
      await walker.press("Import", page.getByRole("dialog"))
      await page.getByText("5 of 5").waitFor()
    }
  ],
  [
    "build the welcome mail with picture, button and two products",
    async (walker) => {
      const { page } = walker
      await walker.open("Campaigns")
      await walker.press("New campaign")
      await walker.type(page.getByRole("dialog").getByLabel("Name"), "Welcome")
      await walker.press("Create")
      await heading(walker, "Welcome")
      await walker.type(page.getByRole("textbox", { name: "Subject" }), "Welcome to our shop")
      await walker.press("Edit the mail")
      await walker.click(page.getByRole("textbox", { name: "Content of the mail" }))
      await walker.write("# Welcome\nDear ")
      await walker.press("Insert field")
      await walker.click(page.getByRole("menuitem", { name: "First name" }))
      await walker.write(", thank you for joining us.")
      await addBlock(walker, "Image")
      await walker.press("Choose or upload")
      await walker.upload(
        page.getByRole("dialog", { name: "Media" }).getByRole("button", { name: "Upload pictures" }),
        {
          name: "tea.png",
          mimeType: "image/png",
          buffer: await pictures.jpeg(1200, 400)
        }
      )
      await page.getByRole("dialog", { name: "Media" }).waitFor({ state: "detached" })
      await walker.type(page.getByRole("textbox", { name: "Description", exact: true }), "A pot of tea")
      await addBlock(walker, "Button")
      await walker.type(page.getByRole("textbox", { name: "Words of the button", exact: true }), "See all teas")
      await walker.type(page.getByRole("textbox", { name: "Link", exact: true }), "tea.example/teas")
      await addBlock(walker, "Products")
      await walker.choose(page.getByLabel("Which products"), "New products")
      await walker.press("Done")
      const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH")
      await walker.press("Save draft")
      await saved
      await page.locator("button[data-loading]").first().waitFor({ state: "detached" })
    }
  ],
  ["start a welcome flow", (walker) => startFlow(walker, "Welcome new subscribers")],
  ["start an abandoned cart flow", (walker) => startFlow(walker, "Abandoned cart")],
  [
    "make a segment",
    async (walker) => {
      const { page } = walker
      await walker.open("Segments")
      await walker.press("New segment")
      await walker.click(page.getByLabel("Subscribed, never bought"))
      await walker.press("Create")
      await page.getByText("4 contacts match now").waitFor()
    }
  ],
  [
    "send a campaign",
    async (walker) => {
      const { page } = walker
      await walker.open("Campaigns")
      await walker.click(page.getByRole("link", { name: "Welcome" }))
      // The pictures of the preview move what is below it.
      await page.getByText("0 contacts, 0 of whom would get the message").waitFor()
      await page.waitForLoadState("networkidle")
      await walker.click(page.getByLabel("Send to", { exact: true }).first())
      await walker.click(page.getByRole("option", { name: "Subscribed, never bought" }))
      await page.keyboard.press("Escape")
      await walker.press("Review")
      await walker.press("Send now")
      await page.getByText("4 of 4 contacts done").waitFor()
    }
  ],
  [
    "read its result",
    async (walker) => {
      const { page } = walker
      await walker.open("Home")
      await walker.open("Campaigns")
      await walker.click(page.getByRole("link", { name: "Welcome" }))
      await page.getByText("What became of the audience").first().waitFor()
    }
  ],
  [
    "answer “why did I get this?”",
    async (walker) => {
      const { page } = walker
      await openContact(walker, "ada@example.com")
      await walker.click(page.getByRole("link", { name: "Welcome to our shop" }).first())
      await page.getByRole("region", { name: "Why the contact got it" }).first().waitFor()
    }
  ],
  [
    "export and erase a person",
    async (walker) => {
      const { page } = walker
      await openContact(walker, "bob@example.com")
      const download = page.waitForEvent("download")
      await walker.click(page.getByRole("link", { name: "Export data" }))
      await download
      await walker.press("Delete")
      await walker.press("Delete", page.getByRole("dialog"))
      await heading(walker, "Contacts")
    }
  ],
  [
    "undo an import",
    async (walker) => {
      const { page } = walker
      await walker.open("Bulk changes")
      await walker.press("Undo")
      const dialog = page.getByRole("dialog")
      await dialog.getByText(/would/).first().waitFor()
      await walker.press("Undo", dialog)
      await page.getByText("Undone").first().waitFor()
    }
  ]
]
