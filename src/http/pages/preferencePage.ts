import { LeavingReason } from "../../domain/contacts/consentOnPreference.ts"
import { formTexts } from "../../domain/languages/formTexts.ts"
import { filled, type Language } from "../../domain/languages/Language.ts"
import { localMillis } from "../../domain/zones/localTime.ts"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import type { ChoiceOutcome, PreferencePage } from "../../programs/contacts/ChoosePreferences.ts"
import { leavingTexts } from "../../domain/languages/leavingTexts.ts"
import { topicTexts } from "../../domain/languages/topicTexts.ts"
import { preferenceTexts } from "../../domain/languages/preferenceTexts.ts"
import { buttonForm, type Html, paragraph, section, storePage } from "./storePage.ts"

type Contact = NonNullable<PreferencePage["contact"]>

/** Addresses are shown in part, since links are forwarded. */
const shownEmail = (email: string): string => `${email.slice(0, email.lastIndexOf("@"))}@…`
const shownPhone = (phone: string): string => `…${phone.slice(-4)}`

const dateIn = (language: Language, timezone: string, millis: number): string => {
  const local = localMillis(millis, timezone)
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(local)
}

const whyLeaving = (language: Language, id: string): Html => {
  const texts = leavingTexts[language]
  const options = LeavingReason.literals.map(
    (reason) => `<option value="${reason}">${escapeHtml(texts[reason])}</option>`
  )
  return {
    html: `<label for="${id}">${escapeHtml(texts.why)}</label><select id="${id}" name="reason"><option value="">${escapeHtml(texts.noReason)}</option>${options.join("")}</select>`
  }
}

/** The preference page of a contact, with a button for each choice that it can make. `outcome` is of the choice just made. */
export const preferencePage = (
  { store, contact }: PreferencePage,
  { token, language }: { readonly token: string; readonly language: Language },
  now: number,
  outcome?: ChoiceOutcome
) => {
  const texts = preferenceTexts[language]
  const say = (text: string, values: Readonly<Record<string, string>> = {}) =>
    filled(text, { store: store.name, ...values })
  if (contact === undefined) {
    return storePage(store, { language, title: texts.gone, content: [paragraph(say(texts.goneText))], status: 410 })
  }
  const outcomes = { applied: texts.saved, asked: formTexts[language].onItsWay, refused: texts.refused }
  const shownOutcome =
    outcome === undefined
      ? []
      : [paragraph(outcomes[outcome], outcome === "refused" ? ' role="alert"' : ' role="status"')]

  // Keys have no character that HTML treats as its own.
  const topics = ({ topics }: Contact): ReadonlyArray<Html> => {
    const words = topicTexts[language]
    const boxes = topics.map(
      ({ key, name, isIn }) =>
        `<input type="hidden" name="shown" value="${key}"><label class="choice"><input type="checkbox" name="topic" value="${key}"${isIn ? " checked" : ""}><span>${escapeHtml(name)}</span></label>`
    )
    const list = `<fieldset><legend>${escapeHtml(words.topics)}</legend>${boxes.join("")}</fieldset>`
    return topics.length === 0 ? [] : [buttonForm(token, words.save, "topics", { html: list })]
  }

  const email = (contact: Contact): ReadonlyArray<Html> => {
    const { email, email_consent } = contact
    if (email === null) return []
    if (email_consent === "compliance_suppressed") return [section(texts.email, [paragraph(texts.emailBlocked)])]
    if (email_consent === "subscribed") {
      const address = say(texts.emailOn, { address: shownEmail(email) })
      return [
        section(texts.email, [
          paragraph(address),
          ...topics(contact),
          buttonForm(token, texts.stopEmail, "email_off", whyLeaving(language, "email-reason"))
        ])
      ]
    }
    return [section(texts.email, [paragraph(texts.emailOff), buttonForm(token, texts.getEmail, "email_on")])]
  }

  const sms = ({ phone, sms_consent, isStoppedByText }: Contact): ReadonlyArray<Html> => {
    if (phone === null) return []
    if (isStoppedByText) return [section(texts.sms, [paragraph(texts.smsStopped)])]
    const off = buttonForm(token, texts.stopSms, "sms_off", whyLeaving(language, "sms-reason"))
    if (sms_consent === "subscribed" || sms_consent === "single_opt_in") {
      return [section(texts.sms, [paragraph(say(texts.smsOn, { phone: shownPhone(phone) })), off])]
    }
    if (sms_consent === "pending") return [section(texts.sms, [paragraph(texts.smsPending), off])]
    return [section(texts.sms, [paragraph(texts.smsOff), buttonForm(token, texts.getSms, "sms_on")])]
  }

  const pause = ({ paused_until, ...rest }: Contact): ReadonlyArray<Html> => {
    const gets = rest.email_consent === "subscribed" || ["subscribed", "single_opt_in"].includes(rest.sms_consent)
    if (!gets) return []
    if (paused_until !== null && paused_until > now) {
      const date = dateIn(language, store.timezone, paused_until)
      return [
        section(texts.pause, [paragraph(say(texts.pausedUntil, { date })), buttonForm(token, texts.resume, "resume")])
      ]
    }
    const button = (days: string) => buttonForm(token, say(texts.pauseFor, { days }), `pause_${days}`)
    return [section(texts.pause, [paragraph(texts.pauseText), button("30"), button("90")])]
  }

  return storePage(store, {
    language,
    title: say(texts.title),
    content: [...shownOutcome, ...email(contact), ...sms(contact), ...pause(contact), paragraph(texts.orders)]
  })
}
