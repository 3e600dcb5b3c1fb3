import type { Language } from "./Language.ts"

/** The words of the preference page. `{address}`, `{phone}`, `{date}` and `{days}` are of the contact, `{store}` is the name of the store. */
export interface PreferenceTexts {
  readonly title: string
  readonly email: string
  readonly emailOn: string
  readonly emailOff: string
  readonly stopEmail: string
  readonly getEmail: string
  readonly emailBlocked: string
  readonly sms: string
  readonly smsOn: string
  readonly smsOff: string
  readonly stopSms: string
  readonly getSms: string
  readonly smsPending: string
  readonly smsStopped: string
  readonly pause: string
  readonly pauseText: string
  readonly pauseFor: string
  readonly pausedUntil: string
  readonly resume: string
  readonly orders: string
  readonly saved: string
  readonly refused: string
  readonly gone: string
  readonly goneText: string
}

export const preferenceTexts: Readonly<Record<Language, PreferenceTexts>> = {
  en: {
    title: "Your preferences at {store}",
    email: "E-mail",
    emailOn: "You get our e-mail at {address}.",
    emailOff: "You get no marketing e-mail from us.",
    stopEmail: "Stop e-mail",
    getEmail: "Get e-mail",
    emailBlocked: "We can no longer send to this address. Sign up with another one.",
    sms: "Texts",
    smsOn: "You get our texts at {phone}.",
    smsOff: "You get no texts from us.",
    stopSms: "Stop texts",
    getSms: "Get texts",
    smsPending: "Answer YES to our text to confirm.",
    smsStopped: "You stopped our texts. Answer START to one of them to get them again.",
    pause: "Take a break",
    pauseText: "You get no marketing messages for a while. They start again by themselves.",
    pauseFor: "Pause for {days} days",
    pausedUntil: "You get no marketing messages until {date}.",
    resume: "End the break",
    orders: "Messages about your orders still arrive.",
    saved: "Your choice is saved.",
    refused: "This could not be changed here.",
    gone: "This link no longer works",
    goneText: "Sign up with {store} to choose what you get."
  },
  de: {
    title: "Deine Einstellungen bei {store}",
    email: "E-Mail",
    emailOn: "Du erhältst unsere E-Mails an {address}.",
    emailOff: "Du erhältst keine Werbe-E-Mails von uns.",
    stopEmail: "E-Mails abbestellen",
    getEmail: "E-Mails erhalten",
    emailBlocked: "An diese Adresse können wir nicht mehr senden. Melde dich mit einer anderen an.",
    sms: "SMS",
    smsOn: "Du erhältst unsere SMS an {phone}.",
    smsOff: "Du erhältst keine SMS von uns.",
    stopSms: "SMS abbestellen",
    getSms: "SMS erhalten",
    smsPending: "Antworte mit JA auf unsere SMS, um zu bestätigen.",
    smsStopped: "Du hast unsere SMS gestoppt. Antworte mit START auf eine davon, um sie wieder zu erhalten.",
    pause: "Pause machen",
    pauseText: "Du erhältst eine Weile keine Werbung. Danach geht es von selbst weiter.",
    pauseFor: "{days} Tage pausieren",
    pausedUntil: "Du erhältst bis {date} keine Werbung.",
    resume: "Pause beenden",
    orders: "Nachrichten zu deinen Bestellungen kommen weiterhin.",
    saved: "Deine Auswahl ist gespeichert.",
    refused: "Das ließ sich hier nicht ändern.",
    gone: "Dieser Link funktioniert nicht mehr",
    goneText: "Melde dich bei {store} an, um zu wählen, was du erhältst."
  },
  fr: {
    title: "Vos préférences chez {store}",
    email: "E-mail",
    emailOn: "Vous recevez nos e-mails à {address}.",
    emailOff: "Vous ne recevez pas d’e-mails publicitaires de notre part.",
    stopEmail: "Arrêter les e-mails",
    getEmail: "Recevoir les e-mails",
    emailBlocked: "Nous ne pouvons plus écrire à cette adresse. Inscrivez-vous avec une autre.",
    sms: "SMS",
    smsOn: "Vous recevez nos SMS au {phone}.",
    smsOff: "Vous ne recevez pas de SMS de notre part.",
    stopSms: "Arrêter les SMS",
    getSms: "Recevoir les SMS",
    smsPending: "Répondez OUI à notre SMS pour confirmer.",
    smsStopped: "Vous avez arrêté nos SMS. Répondez START à l’un d’eux pour les recevoir de nouveau.",
    pause: "Faire une pause",
    pauseText: "Vous ne recevez pas de publicité pendant un temps. Elle reprend d’elle-même.",
    pauseFor: "Pause de {days} jours",
    pausedUntil: "Vous ne recevez pas de publicité jusqu’au {date}.",
    resume: "Terminer la pause",
    orders: "Les messages sur vos commandes arriveront toujours.",
    saved: "Votre choix est enregistré.",
    refused: "Cela n’a pas pu être modifié ici.",
    gone: "Ce lien ne fonctionne plus",
    goneText: "Inscrivez-vous auprès de {store} pour choisir ce que vous recevez."
  },
  es: {
    title: "Tus preferencias en {store}",
    email: "Correo electrónico",
    emailOn: "Recibes nuestros correos en {address}.",
    emailOff: "No recibes correos publicitarios nuestros.",
    stopEmail: "Dejar los correos",
    getEmail: "Recibir correos",
    emailBlocked: "Ya no podemos escribir a esta dirección. Regístrate con otra.",
    sms: "SMS",
    smsOn: "Recibes nuestros SMS en {phone}.",
    smsOff: "No recibes SMS nuestros.",
    stopSms: "Dejar los SMS",
    getSms: "Recibir SMS",
    smsPending: "Responde SÍ a nuestro SMS para confirmar.",
    smsStopped: "Has detenido nuestros SMS. Responde START a uno de ellos para recibirlos de nuevo.",
    pause: "Hacer una pausa",
    pauseText: "Durante un tiempo no recibes publicidad. Después vuelve por sí sola.",
    pauseFor: "Pausa de {days} días",
    pausedUntil: "No recibes publicidad hasta el {date}.",
    resume: "Terminar la pausa",
    orders: "Los mensajes sobre tus pedidos seguirán llegando.",
    saved: "Tu elección está guardada.",
    refused: "Esto no se ha podido cambiar aquí.",
    gone: "Este enlace ya no funciona",
    goneText: "Regístrate en {store} para elegir qué recibes."
  },
  it: {
    title: "Le tue preferenze da {store}",
    email: "E-mail",
    emailOn: "Ricevi le nostre e-mail a {address}.",
    emailOff: "Non ricevi e-mail pubblicitarie da noi.",
    stopEmail: "Interrompi le e-mail",
    getEmail: "Ricevi e-mail",
    emailBlocked: "Non possiamo più scrivere a questo indirizzo. Iscriviti con un altro.",
    sms: "SMS",
    smsOn: "Ricevi i nostri SMS al {phone}.",
    smsOff: "Non ricevi SMS da noi.",
    stopSms: "Interrompi gli SMS",
    getSms: "Ricevi SMS",
    smsPending: "Rispondi SÌ al nostro SMS per confermare.",
    smsStopped: "Hai fermato i nostri SMS. Rispondi START a uno di essi per riceverli di nuovo.",
    pause: "Fai una pausa",
    pauseText: "Per un po’ non ricevi pubblicità. Poi riprende da sola.",
    pauseFor: "Pausa di {days} giorni",
    pausedUntil: "Non ricevi pubblicità fino al {date}.",
    resume: "Termina la pausa",
    orders: "I messaggi sui tuoi ordini arriveranno comunque.",
    saved: "La tua scelta è salvata.",
    refused: "Non è stato possibile cambiarlo qui.",
    gone: "Questo link non funziona più",
    goneText: "Iscriviti presso {store} per scegliere che cosa ricevere."
  },
  nl: {
    title: "Je voorkeuren bij {store}",
    email: "E-mail",
    emailOn: "Je krijgt onze e-mail op {address}.",
    emailOff: "Je krijgt geen reclamemails van ons.",
    stopEmail: "E-mail stoppen",
    getEmail: "E-mail krijgen",
    emailBlocked: "We kunnen niet meer naar dit adres sturen. Meld je aan met een ander.",
    sms: "Sms",
    smsOn: "Je krijgt onze sms’jes op {phone}.",
    smsOff: "Je krijgt geen sms’jes van ons.",
    stopSms: "Sms stoppen",
    getSms: "Sms krijgen",
    smsPending: "Antwoord JA op onze sms om te bevestigen.",
    smsStopped: "Je hebt onze sms’jes gestopt. Antwoord START op een ervan om ze weer te krijgen.",
    pause: "Even pauze",
    pauseText: "Je krijgt een tijd geen reclame. Daarna begint het vanzelf weer.",
    pauseFor: "{days} dagen pauze",
    pausedUntil: "Je krijgt geen reclame tot {date}.",
    resume: "Pauze beëindigen",
    orders: "Berichten over je bestellingen blijven komen.",
    saved: "Je keuze is opgeslagen.",
    refused: "Dit kon hier niet worden gewijzigd.",
    gone: "Deze link werkt niet meer",
    goneText: "Meld je aan bij {store} om te kiezen wat je krijgt."
  },
  pt: {
    title: "As suas preferências em {store}",
    email: "E-mail",
    emailOn: "Recebe os nossos e-mails em {address}.",
    emailOff: "Não recebe e-mails publicitários nossos.",
    stopEmail: "Parar os e-mails",
    getEmail: "Receber e-mails",
    emailBlocked: "Já não podemos escrever para este endereço. Registe-se com outro.",
    sms: "SMS",
    smsOn: "Recebe os nossos SMS no {phone}.",
    smsOff: "Não recebe SMS nossos.",
    stopSms: "Parar os SMS",
    getSms: "Receber SMS",
    smsPending: "Responda SIM ao nosso SMS para confirmar.",
    smsStopped: "Parou os nossos SMS. Responda START a um deles para os receber de novo.",
    pause: "Fazer uma pausa",
    pauseText: "Durante algum tempo não recebe publicidade. Depois recomeça por si.",
    pauseFor: "Pausa de {days} dias",
    pausedUntil: "Não recebe publicidade até {date}.",
    resume: "Terminar a pausa",
    orders: "As mensagens sobre as suas encomendas continuam a chegar.",
    saved: "A sua escolha está guardada.",
    refused: "Não foi possível alterar isto aqui.",
    gone: "Esta ligação já não funciona",
    goneText: "Registe-se em {store} para escolher o que recebe."
  },
  pl: {
    title: "Twoje ustawienia w {store}",
    email: "E-mail",
    emailOn: "Otrzymujesz nasze e-maile na adres {address}.",
    emailOff: "Nie wysyłamy Ci reklam e-mailem.",
    stopEmail: "Zatrzymaj e-maile",
    getEmail: "Otrzymuj e-maile",
    emailBlocked: "Nie możemy już pisać na ten adres. Zapisz się z innym.",
    sms: "SMS",
    smsOn: "Otrzymujesz nasze SMS-y na numer {phone}.",
    smsOff: "Nie wysyłamy Ci SMS-ów.",
    stopSms: "Zatrzymaj SMS-y",
    getSms: "Otrzymuj SMS-y",
    smsPending: "Odpowiedz TAK na nasz SMS, aby potwierdzić.",
    smsStopped: "Nasze SMS-y zostały zatrzymane. Odpowiedz START na jeden z nich, aby znów je otrzymywać.",
    pause: "Zrób przerwę",
    pauseText: "Przez pewien czas nie wysyłamy reklam. Potem wracają same.",
    pauseFor: "Przerwa na {days} dni",
    pausedUntil: "Nie wysyłamy reklam do {date}.",
    resume: "Zakończ przerwę",
    orders: "Wiadomości o zamówieniach nadal będą przychodzić.",
    saved: "Twój wybór został zapisany.",
    refused: "Tego nie dało się tu zmienić.",
    gone: "Ten link już nie działa",
    goneText: "Zapisz się w {store}, aby wybrać, co otrzymujesz."
  }
}
