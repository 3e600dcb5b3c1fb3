import type { FlowTemplate } from "../FlowTemplate.ts"

export const welcomeText: FlowTemplate = {
  key: "welcome-text",
  name: "Welcome by text",
  description: "Greets a contact who subscribes to texts.",
  definition: (shop) => ({
    trigger: { type: "subscribed", channel: "sms" },
    filters: [],
    entry: { type: "once" },
    exit: { on_purchase: false },
    steps: [
      {
        id: "welcome",
        type: "send_sms",
        text: `{{ account.name }}: welcome, {{ contact.first_name | default: 'and thank you' }}! Have a look: ${shop} Reply STOP to get no more texts.`
      }
    ]
  })
}
