import { after, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { birthday } from "../mails/birthday.ts"

export const birthdayWishes: FlowTemplate = {
  key: "birthday",
  name: "Birthday",
  description: "Sends good wishes on the day in the field birthday, in the morning of the contact's own time.",
  definition: (shop) => ({
    trigger: { type: "date", field: "birthday", repeat: "yearly", days: 0, time: "09:00", zone: "contact" },
    filters: [],
    entry: after("300 days"),
    exit: { on_purchase: false },
    steps: [email("wishes", birthday.mail(shop))]
  })
}
