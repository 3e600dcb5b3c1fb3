import type { TemplateTexts } from "../translateTemplate.ts"

/** The texts of the templates in Italian. */
export const it: TemplateTexts = {
  "Welcome to {{ account.name }}": "Ti diamo il benvenuto da {{ account.name }}",
  "Good to have you here. A few things to begin with.": "Che bello averti qui. Qualche idea per cominciare.",
  "Hello {{ contact.first_name | default: 'there' }}, welcome!":
    "Ciao {{ contact.first_name | default: 'a te' }}, ti diamo il benvenuto!",
  "Thank you for joining us. We write when there is something worth your time: new products, offers, and now and then a story from behind the scenes.":
    "Grazie di essere con noi. Scriviamo quando ne vale la pena: novità, offerte e ogni tanto una storia da dietro le quinte.",
  "Any questions? Just reply to this mail. A person reads it.":
    "Domande? Rispondi a questa e-mail. La legge una persona.",
  "Look around the shop": "Dai un’occhiata al negozio",
  "What others like": "Cosa piace agli altri",
  "See it": "Vedi",
  "News from {{ account.name }}": "Novità da {{ account.name }}",
  "What we have been up to, and what is coming.": "Che cosa abbiamo fatto e che cosa arriva.",
  "News from us": "Le nostre novità",
  "Hello {{ contact.first_name | default: 'there' }},": "Ciao {{ contact.first_name | default: 'a te' }},",
  "here is what happened at our place since we last wrote.": "ecco che cosa è successo da noi dall’ultima volta.",
  "What we have been working on": "A che cosa abbiamo lavorato",
  "Tell your first story here: how something is made, who makes it, or what you have learned.":
    "Racconta qui la tua prima storia: come nasce qualcosa, chi lo fa o che cosa hai imparato.",
  "What is coming": "Che cosa arriva",
  "Tell your second story here: a date to note, a new product, or something that you are proud of.":
    "Racconta qui la tua seconda storia: una data da segnare, un nuovo prodotto o qualcosa di cui andare fieri.",
  "Visit the shop": "Visita il negozio",
  "New at {{ account.name }}": "Novità da {{ account.name }}",
  "Just in: have a first look.": "Appena arrivato: dai una prima occhiata.",
  "Just in": "Appena arrivato",
  "We have something new for you. Here is a first look, before the word gets around.":
    "Abbiamo qualcosa di nuovo per te. Ecco una prima occhiata, prima che si sappia in giro.",
  "See all that is new": "Vedi tutte le novità",
  "Our sale has begun": "I nostri saldi sono iniziati",
  "Some favourites cost less now, while they last.": "Alcuni preferiti costano meno, fino a esaurimento scorte.",
  "The sale is on": "I saldi sono iniziati",
  "Some of our favourites cost less now. What is gone will not come back at this price, so have a look.":
    "Alcuni dei nostri preferiti ora costano meno. Ciò che finisce non tornerà a questo prezzo, quindi dai un’occhiata.",
  "The lower prices are in the shop already: no code is needed":
    "I prezzi ridotti sono già in negozio: non serve alcun codice",
  "They hold while stocks last": "Valgono fino a esaurimento scorte",
  "To the sale": "Vai ai saldi",
  "Most wanted": "I più richiesti",
  "Some prices have come down": "Alcuni prezzi sono scesi",
  "Have another look: it may cost less now.": "Dai un’altra occhiata: ora potrebbe costare meno.",
  "Costs less now": "Ora costa meno",
  "We have lowered some prices. Have another look at what caught your eye:":
    "Abbiamo abbassato alcuni prezzi. Dai un’altra occhiata a ciò che ti piaceva:",
  "See the new prices": "Vedi i nuovi prezzi",
  "Back in stock": "Di nuovo disponibile",
  "Sold out for a while, here again.": "Esaurito per un po’, ora di nuovo qui.",
  "Here again": "Di nuovo qui",
  "Many of you asked, and now they are back: the favourites that were sold out.":
    "In molti lo avete chiesto, e ora sono tornati: i preferiti che erano esauriti.",
  "Get yours": "Lo voglio",
  "You left something in your cart": "Hai lasciato qualcosa nel carrello",
  "It is still here for you.": "È ancora qui per te.",
  "Still thinking about it?": "Ci stai ancora pensando?",
  "you left something with us. We kept it for you:": "hai lasciato qualcosa da noi. Lo abbiamo tenuto per te:",
  "Back to the shop": "Torna al negozio",
  "Is anything unclear, or did something not work? Just reply, and we help.":
    "Qualcosa non è chiaro o non ha funzionato? Rispondi e ti aiutiamo.",
  "Thank you for your order": "Grazie per il tuo ordine",
  "We are glad that you chose us.": "Siamo felici che tu abbia scelto noi.",
  "Thank you!": "Grazie!",
  "thank you for your order. Behind {{ account.name }} are people who are glad of each one.":
    "grazie per il tuo ordine. Dietro {{ account.name }} ci sono persone che gioiscono per ognuno.",
  "If anything is not as you hoped, just reply. We put it right.":
    "Se qualcosa non è come speravi, rispondi a questa e-mail. Lo sistemiamo.",
  "How do you like it?": "Ti piace?",
  "A few words from you help others to choose.": "Qualche parola da te aiuta gli altri a scegliere.",
  "you have had your order for a while now. Would you tell others what you think of it? Good or bad, a few words help them to choose, and us to get better.":
    "hai il tuo ordine già da un po’. Racconteresti agli altri che cosa ne pensi? Bene o male, qualche parola li aiuta a scegliere, e noi a migliorare.",
  "Write a review": "Scrivi una recensione",
  "Something is not right? Please reply to this mail first, so that we can help.":
    "Qualcosa non va? Rispondi prima a questa e-mail, così possiamo aiutarti.",
  "Goes well with your order": "Sta bene con il tuo ordine",
  "What others chose together with it.": "Che cosa altri hanno scelto insieme.",
  "Goes well together": "Stanno bene insieme",
  "others who bought what you did also chose these:": "chi ha comprato come te ha scelto anche questi:",
  "We have not seen you in a while": "Non ti vediamo da un po’",
  "A lot has come in since your last visit.": "Sono arrivate molte novità dalla tua ultima visita.",
  "It has been a while": "È passato un po’ di tempo",
  "a lot has come in since you last ordered. Have a look at what is new:":
    "sono arrivate molte novità dal tuo ultimo ordine. Dai un’occhiata:",
  "See what is new": "Vedi le novità",
  "Liked by others": "Piace agli altri",
  "Happy birthday, {{ contact.first_name | default: 'there' }}!":
    "Buon compleanno, {{ contact.first_name | default: 'di cuore' }}!",
  "All the best from all of us.": "Tanti auguri da tutti noi.",
  "Happy birthday!": "Buon compleanno!",
  "Dear {{ contact.first_name | default: 'there' }},": "Ciao {{ contact.first_name | default: 'a te' }},",
  "all of us at {{ account.name }} wish you a wonderful day. Treat yourself to something nice: perhaps you find it here.":
    "tutti noi di {{ account.name }} ti auguriamo una giornata splendida. Concediti qualcosa di bello: forse lo trovi qui.",
  "Find a present": "Trova un regalo",
  "Where to begin at {{ account.name }}": "Da dove cominciare da {{ account.name }}",
  "The favourites of our customers.": "I preferiti dei nostri clienti.",
  "Where to begin": "Da dove cominciare",
  "not sure where to begin? These are the favourites of our customers:":
    "non sai da dove cominciare? Questi sono i preferiti dei nostri clienti:",
  "See the whole shop": "Vedi tutto il negozio",
  "Welcome, and thank you for your first order": "Ti diamo il benvenuto, e grazie per il tuo primo ordine",
  "It is good to have you with us.": "È bello averti con noi.",
  "Welcome!": "Ti diamo il benvenuto!",
  "thank you for your first order with us: {{ order.total | money: order.currency }}. We let you know when it is on its way.":
    "grazie per il tuo primo ordine da noi: {{ order.total | money: order.currency }}. Ti avvisiamo quando è in viaggio.",
  "Any questions? Just reply.": "Domande? Rispondi a questa e-mail.",
  "Your order {{ order.order_id }}": "Il tuo ordine {{ order.order_id }}",
  "We have it, and get to work.": "Lo abbiamo ricevuto e ci mettiamo al lavoro.",
  "we have received your order {{ order.order_id }}:": "abbiamo ricevuto il tuo ordine {{ order.order_id }}:",
  "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Total: {{ order.total | money: order.currency }}</strong></p>":
    "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Totale: {{ order.total | money: order.currency }}</strong></p>",
  "Is anything wrong with it? Please reply soon, so that we can still change it.":
    "C’è qualcosa di sbagliato? Rispondi presto, così possiamo ancora cambiarlo.",
  "Thank you for your order {{ order.order_id }}": "Grazie per il tuo ordine {{ order.order_id }}",
  "We hope that all is as you like it.": "Speriamo che tutto ti piaccia.",
  "your order {{ order.order_id }} has arrived. Thank you for choosing us!":
    "il tuo ordine {{ order.order_id }} è arrivato. Grazie per averci scelto!",
  "Running low?": "Sta per finire?",
  "Order again in time.": "Riordina in tempo.",
  "perhaps it is time for more of what you ordered last time:":
    "forse è ora di riprendere ciò che hai ordinato l’ultima volta:",
  "Order again": "Ordina di nuovo",
  "What will be your next one?": "Quale sarà il prossimo?",
  "Chosen to go with your first order.": "Scelto per accompagnare il tuo primo ordine.",
  "Ready for more?": "Vuoi altro?",
  "we hope that you enjoy your first order. Here is what goes well with it:":
    "speriamo che il tuo primo ordine ti piaccia. Ecco che cosa ci sta bene:",
  "To the shop": "Al negozio",
  "New since your first order": "Novità dal tuo primo ordine",
  "Have a look at what has come in.": "Dai un’occhiata a ciò che è arrivato.",
  "New since your visit": "Novità dalla tua visita",
  "some things have come in since you ordered:": "è arrivato qualcosa di nuovo dal tuo ordine:",
  "your cart is still here:": "il tuo carrello è ancora qui:",
  "Back to your cart": "Torna al carrello",
  "Your cart is waiting for you": "Il tuo carrello ti aspetta",
  "We kept it. Is anything unclear?": "Lo abbiamo tenuto. Qualcosa non è chiaro?",
  "We kept your cart": "Abbiamo tenuto il tuo carrello",
  "here is what you chose:": "ecco che cosa hai scelto:",
  "Is anything unclear? Just reply, and we help.": "Qualcosa non è chiaro? Rispondi e ti aiutiamo.",
  "Did something go wrong?": "Qualcosa è andato storto?",
  "Your order is nearly done.": "Il tuo ordine è quasi completo.",
  "Nearly done": "Ci siamo quasi",
  "you were about to order this, and it is still here:": "stavi per ordinare questo, ed è ancora qui:",
  "Did something not work? Just reply, and we help.": "Qualcosa non ha funzionato? Rispondi e ti aiutiamo.",
  "Shall we keep it for you?": "Lo teniamo per te?",
  "A last reminder of your order.": "Un ultimo promemoria del tuo ordine.",
  "Shall we keep it?": "Lo teniamo?",
  "this is our last reminder. What you chose can still be ordered:":
    "questo è il nostro ultimo promemoria. Puoi ancora ordinare ciò che hai scelto:",
  "May we help you to choose?": "Possiamo aiutarti a scegliere?",
  "A person from our team is there for you.": "Una persona del nostro team è a tua disposizione.",
  "May we help?": "Possiamo aiutarti?",
  "a larger order is worth a second thought. If you have a question about size, delivery or returns, reply to this mail: a person from our team answers.":
    "un ordine più grande merita un secondo pensiero. Se hai domande su taglia, consegna o resi, rispondi a questa e-mail: ti risponde una persona del nostro team.",
  "{{ account.name }}: your cart is still here. {{ cart.url }} Reply STOP to get no more texts.":
    "{{ account.name }}: il tuo carrello ti aspetta ancora. {{ cart.url }} Rispondi STOP per non ricevere altri SMS.",
  "Your cart is still here": "Il tuo carrello è ancora qui",
  "We kept it for you.": "Lo abbiamo tenuto per te.",
  "A last look at your cart?": "Un’ultima occhiata al tuo carrello?",
  "It may soon be gone.": "Presto potrebbe non esserci più.",
  "A last look?": "Un’ultima occhiata?",
  "this is our last reminder of your cart:": "questo è il nostro ultimo promemoria del tuo carrello:",
  "{{ product.title | default: 'Still thinking about it?' }}":
    "{{ product.title | default: 'Ci stai ancora pensando?' }}",
  "You had a look at it. Is it the right one?": "Lo hai guardato. È quello giusto?",
  "you had a look at this:": "hai guardato questo:",
  "{{ product.title | default: 'The product' }}": "{{ product.title | default: 'Il prodotto' }}",
  "See it in the shop": "Vedilo in negozio",
  "Any questions about it? Just reply.": "Domande? Rispondi a questa e-mail.",
  "{{ product.title | default: 'Your product' }} is back": "{{ product.title | default: 'Il tuo prodotto' }} è tornato",
  "You asked us to tell you.": "Ci hai chiesto di avvisarti.",
  "It is back": "È tornato",
  "you asked us to tell you, and now it is in stock again:":
    "ci hai chiesto di avvisarti, e ora è di nuovo disponibile:",
  "{{ product.title | default: 'A product you looked at' }} costs less now":
    "{{ product.title | default: 'Un prodotto che hai guardato' }} ora costa meno",
  "You looked at it, and it is cheaper.": "Lo hai guardato, e ora costa meno.",
  "It costs less now": "Adesso costa meno",
  "what you looked at was {{ product.old_price | money: product.currency }}, and costs less now:":
    "ciò che hai guardato costava {{ product.old_price | money: product.currency }}, e ora costa meno:",
  "Is there anything we can do better?": "Possiamo fare qualcosa di meglio?",
  "Tell us. A person reads it.": "Diccelo. Lo legge una persona.",
  "Anything we can do better?": "Che cosa possiamo migliorare?",
  "we would like to have you back. If something was not as you hoped, just reply: a person reads it.":
    "ci piacerebbe riaverti con noi. Se qualcosa non era come speravi, rispondi a questa e-mail: la legge una persona.",
  "Give us another look": "Dai un’altra occhiata",
  "Shall we still write to you?": "Vuoi che continuiamo a scriverti?",
  "If not, one click is enough.": "Se no, basta un clic.",
  "Shall we go on?": "Continuiamo?",
  "you have not ordered for a year. If our letters are of no use to you, unsubscribe below: one click is enough, and no hard feelings.":
    "non ordini da un anno. Se le nostre e-mail non ti servono, annulla l’iscrizione qui sotto: basta un clic, e amici come prima.",
  "If you like to stay, have a look at what is new.": "Se vuoi restare, dai un’occhiata alle novità.",
  "Stay, and see what is new": "Resta e guarda le novità",
  "Five times thank you": "Cinque volte grazie",
  "You are one of our best customers.": "Sei tra i nostri migliori clienti.",
  "You are one of our best": "Sei tra i migliori",
  "this is your fifth order with us, and we noticed. Thank you for coming back again and again.":
    "questo è il tuo quinto ordine da noi, e ce ne siamo accorti. Grazie di tornare ogni volta.",
  "Is there something that you would like to see in our shop? Reply and tell us.":
    "C’è qualcosa che vorresti vedere nel nostro negozio? Rispondi e diccelo.",
  "{{ account.name }}: welcome, {{ contact.first_name | default: 'and thank you' }}! Have a look: https://shop.example/ Reply STOP to get no more texts.":
    "{{ account.name }}: ti diamo il benvenuto, {{ contact.first_name | default: 'e grazie' }}! Dai un'occhiata: https://shop.example/ Rispondi STOP per non ricevere altri SMS."
}
