/** A header in lower case without accents, its words joined by single underscores. */
export const headerName = (header: string): string =>
  header
    .trim()
    .replaceAll("ł", "l")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")

// Headers of contacts in the languages of shops and as services write them, without "_address" and "_1" at their end.
const names: Readonly<Record<string, string>> = {
  email: `email e_mail mail email_id subscriber subscriber_email customer_email contact_email primary_email user_email email_adresse e_mail_adresse
    mailadresse emailadresse e_mailadresse courriel adresse_email adresse_e_mail adresse_mail correo correo_electronico direccion_de_correo
    direccion_de_correo_electronico direccion_de_email indirizzo_email indirizzo_e_mail indirizzo_mail posta_elettronica emailadres e_mailadres
    mailadres adres_e_mail adres_email adres_mail endereco_de_email endereco_de_e_mail endereco_email correio_eletronico`,
  phone: `phone phone_number mobile mobile_phone mobile_number phone_mobile mobile_phone_number cell cell_phone cellphone telephone tel sms_phone
    sms_phone_number primary_phone customer_phone contact_phone telefon telefonnummer handy handynummer mobil mobilnummer mobiltelefon
    telephone_portable portable numero_de_telephone telephone_mobile gsm telefono numero_de_telefono movil celular telefono_movil cellulare
    numero_di_telefono telefono_cellulare telefoon telefoonnummer mobiel mobiele_telefoon numer_telefonu telefon_komorkowy komorka telefone
    numero_de_telefone telemovel`,
  first_name: `first_name firstname fname given_name forename vorname prenom nombre nome voornaam imie primeiro_nome`,
  last_name: `last_name lastname lname surname family_name nachname familienname nom nom_de_famille apellido apellidos cognome achternaam nazwisko
    sobrenome apelido`,
  tags: `tags tag labels schlagworte etiquettes etiquetas etichette tagi`,
  country: `country country_code default_address_country_code billing_country shipping_country land pais pays paese kraj landcode country_region`,
  email_consent: `email_consent email_marketing_consent accepts_marketing accepts_email_marketing email_marketing marketing_consent email_opt_in
    email_optin opt_in optin newsletter newsletter_subscribed subscribed status subscriber_status subscription_status email_status
    email_subscription_status email_subscriber_status email_marketing_status marketing_status subscription_state mailing_status`,
  email_unsubscribed: `unsubscribed unsubscribed_from_all_email unsubscribed_from_all_emails unsubscribe_date unsubscribed_at unsubscribed_on
    unsub_date unsub_time opted_out opt_out email_opt_out email_optout opted_out_of_email has_opted_out_of_email opt_out_date do_not_email
    do_not_contact email_unsubscribed email_blacklisted blacklisted`,
  email_suppressed: `email_suppressed suppressed bounced hard_bounced is_bounced bounced_at bounce_date hard_bounce email_bounced complained
    complained_at spam_complaint marked_as_spam clean_time cleaned email_suppressions`,
  email_consent_time: `email_consent_time email_marketing_consent_timestamp email_consent_timestamp email_consent_date consent_timestamp
    consent_date consented_at optin_time opt_in_time optin_date opt_in_date email_opt_in_date email_optin_date opted_in_at subscribed_at
    subscribed_on subscribe_date subscription_date date_subscribed`,
  email_consent_address: `email_consent_address optin_ip opt_in_ip consent_ip signup_ip subscription_ip`,
  email_confirmed_time: `email_confirmed_time confirm_time confirmed_at confirmation_time confirmation_date double_opt_in_date
    double_optin_date`,
  email_confirmed_address: `email_confirmed_address confirm_ip confirmation_ip`,
  sms_consent_time: `sms_consent_time sms_marketing_consent_timestamp sms_consent_timestamp sms_opt_in_date sms_optin_date sms_consent_date`,
  consent_source: `consent_source email_consent_source opt_in_source optin_source signup_source subscription_source`,
  sms_consent: `sms_consent sms_marketing_consent accepts_sms_marketing sms_opt_in sms_optin sms_status sms_subscriber_status
    sms_subscription_status sms_marketing_status`,
  custom_field: `language locale lang preferred_language language_code`,
  sms_unsubscribed: `sms_unsubscribed sms_opt_out sms_optout sms_blacklisted sms_opted_out do_not_text`
}

const targets = new Map(
  Object.entries(names).flatMap(([target, all]) => all.split(/\s+/).map((name) => [name, target] as const))
)

/** The field of contacts that a header names; undefined without one. Services number addresses: the first counts. */
export const contactTarget = (header: string): string | undefined => {
  const name = headerName(header)
  return targets.get(name) ?? targets.get(name.replace(/_1$/, "").replace(/^(e_?mail)_address$/, "$1"))
}
