import type { TemplateTexts } from "../translateTemplate.ts"

/** The texts of the templates in German. */
export const de: TemplateTexts = {
  "Welcome to {{ account.name }}": "Willkommen bei {{ account.name }}",
  "Good to have you here. A few things to begin with.": "Schön, dass du da bist. Ein paar Dinge zum Anfang.",
  "Hello {{ contact.first_name | default: 'there' }}, welcome!":
    "Hallo {{ contact.first_name | default: 'du' }}, willkommen!",
  "Thank you for joining us. We write when there is something worth your time: new products, offers, and now and then a story from behind the scenes.":
    "Danke, dass du dabei bist. Wir schreiben, wenn es sich lohnt: bei neuen Produkten, Angeboten und ab und zu mit einer Geschichte von uns.",
  "Any questions? Just reply to this mail. A person reads it.":
    "Noch Fragen? Antworte einfach auf diese E-Mail. Ein Mensch liest sie.",
  "Look around the shop": "Im Shop umsehen",
  "What others like": "Was andere mögen",
  "See it": "Ansehen",
  "News from {{ account.name }}": "Neues von {{ account.name }}",
  "What we have been up to, and what is coming.": "Was bei uns los war, und was kommt.",
  "News from us": "Neues von uns",
  "Hello {{ contact.first_name | default: 'there' }},": "Hallo {{ contact.first_name | default: 'du' }},",
  "here is what happened at our place since we last wrote.":
    "das ist bei uns passiert, seit wir zuletzt geschrieben haben.",
  "What we have been working on": "Woran wir gearbeitet haben",
  "Tell your first story here: how something is made, who makes it, or what you have learned.":
    "Erzähle hier deine erste Geschichte: wie etwas entsteht, wer es macht oder was du gelernt hast.",
  "What is coming": "Was kommt",
  "Tell your second story here: a date to note, a new product, or something that you are proud of.":
    "Erzähle hier deine zweite Geschichte: ein Termin zum Vormerken, ein neues Produkt oder etwas, worauf du stolz bist.",
  "Visit the shop": "Zum Shop",
  "New at {{ account.name }}": "Neu bei {{ account.name }}",
  "Just in: have a first look.": "Frisch eingetroffen: wirf einen ersten Blick darauf.",
  "Just in": "Frisch eingetroffen",
  "We have something new for you. Here is a first look, before the word gets around.":
    "Wir haben etwas Neues für dich. Hier ist ein erster Blick, bevor es sich herumspricht.",
  "See all that is new": "Alle Neuheiten ansehen",
  "Our sale has begun": "Unser Sale hat begonnen",
  "Some favourites cost less now, while they last.":
    "Einige Lieblingsstücke kosten jetzt weniger, solange der Vorrat reicht.",
  "The sale is on": "Der Sale läuft",
  "Some of our favourites cost less now. What is gone will not come back at this price, so have a look.":
    "Einige unserer Lieblingsstücke kosten jetzt weniger. Was weg ist, kommt zu diesem Preis nicht wieder, also schau vorbei.",
  "The lower prices are in the shop already: no code is needed":
    "Die niedrigeren Preise gelten schon im Shop: du brauchst keinen Code",
  "They hold while stocks last": "Sie gelten, solange der Vorrat reicht",
  "To the sale": "Zum Sale",
  "Most wanted": "Besonders beliebt",
  "Some prices have come down": "Einige Preise sind gesunken",
  "Have another look: it may cost less now.": "Schau noch einmal hin: vielleicht kostet es jetzt weniger.",
  "Costs less now": "Kostet jetzt weniger",
  "We have lowered some prices. Have another look at what caught your eye:":
    "Wir haben einige Preise gesenkt. Schau noch einmal, was dir gefallen hat:",
  "See the new prices": "Neue Preise ansehen",
  "Back in stock": "Wieder da",
  "Sold out for a while, here again.": "Lange ausverkauft, jetzt wieder da.",
  "Here again": "Wieder erhältlich",
  "Many of you asked, and now they are back: the favourites that were sold out.":
    "Viele haben gefragt, und jetzt sind sie zurück: die Lieblingsstücke, die ausverkauft waren.",
  "Get yours": "Jetzt sichern",
  "You left something in your cart": "Du hast etwas im Warenkorb gelassen",
  "It is still here for you.": "Es liegt noch für dich bereit.",
  "Still thinking about it?": "Überlegst du noch?",
  "you left something with us. We kept it for you:":
    "du hast etwas bei uns liegen lassen. Wir haben es für dich aufgehoben:",
  "Back to the shop": "Zurück zum Shop",
  "Is anything unclear, or did something not work? Just reply, and we help.":
    "Ist etwas unklar, oder hat etwas nicht funktioniert? Antworte einfach, wir helfen dir.",
  "Thank you for your order": "Danke für deine Bestellung",
  "We are glad that you chose us.": "Wir freuen uns, dass du dich für uns entschieden hast.",
  "Thank you!": "Danke!",
  "thank you for your order. Behind {{ account.name }} are people who are glad of each one.":
    "danke für deine Bestellung. Hinter {{ account.name }} stehen Menschen, die sich über jede einzelne freuen.",
  "If anything is not as you hoped, just reply. We put it right.":
    "Wenn etwas nicht so ist, wie du es dir gewünscht hast, antworte einfach. Wir bringen es in Ordnung.",
  "How do you like it?": "Wie gefällt es dir?",
  "A few words from you help others to choose.": "Ein paar Worte von dir helfen anderen bei der Wahl.",
  "you have had your order for a while now. Would you tell others what you think of it? Good or bad, a few words help them to choose, and us to get better.":
    "deine Bestellung ist nun schon eine Weile bei dir. Erzählst du anderen, was du davon hältst? Ob gut oder schlecht, ein paar Worte helfen ihnen bei der Wahl und uns, besser zu werden.",
  "Write a review": "Bewertung schreiben",
  "Something is not right? Please reply to this mail first, so that we can help.":
    "Stimmt etwas nicht? Antworte bitte zuerst auf diese E-Mail, damit wir helfen können.",
  "Goes well with your order": "Passt gut zu deiner Bestellung",
  "What others chose together with it.": "Was andere dazu gewählt haben.",
  "Goes well together": "Passt gut zusammen",
  "others who bought what you did also chose these:": "wer das Gleiche gekauft hat wie du, hat auch das gewählt:",
  "We have not seen you in a while": "Wir haben lange nichts von dir gehört",
  "A lot has come in since your last visit.": "Seit deinem letzten Besuch ist viel dazugekommen.",
  "It has been a while": "Es ist eine Weile her",
  "a lot has come in since you last ordered. Have a look at what is new:":
    "seit deiner letzten Bestellung ist viel dazugekommen. Schau dir an, was neu ist:",
  "See what is new": "Neues ansehen",
  "Liked by others": "Bei anderen beliebt",
  "Happy birthday, {{ contact.first_name | default: 'there' }}!":
    "Alles Gute zum Geburtstag, {{ contact.first_name | default: 'von Herzen' }}!",
  "All the best from all of us.": "Alles Gute von uns allen.",
  "Happy birthday!": "Alles Gute zum Geburtstag!",
  "Dear {{ contact.first_name | default: 'there' }},": "Hallo {{ contact.first_name | default: 'du' }},",
  "all of us at {{ account.name }} wish you a wonderful day. Treat yourself to something nice: perhaps you find it here.":
    "wir alle bei {{ account.name }} wünschen dir einen wunderbaren Tag. Gönn dir etwas Schönes: vielleicht findest du es hier.",
  "Find a present": "Geschenk aussuchen",
  "Where to begin at {{ account.name }}": "Ein guter Anfang bei {{ account.name }}",
  "The favourites of our customers.": "Die Favoriten unserer Kundschaft.",
  "Where to begin": "Ein guter Anfang",
  "not sure where to begin? These are the favourites of our customers:":
    "du weißt nicht, wo du anfangen sollst? Das sind die Favoriten unserer Kundschaft:",
  "See the whole shop": "Den ganzen Shop ansehen",
  "Welcome, and thank you for your first order": "Willkommen, und danke für deine erste Bestellung",
  "It is good to have you with us.": "Schön, dass du bei uns bist.",
  "Welcome!": "Willkommen!",
  "thank you for your first order with us: {{ order.total | money: order.currency }}. We let you know when it is on its way.":
    "danke für deine erste Bestellung bei uns: {{ order.total | money: order.currency }}. Wir sagen dir Bescheid, wenn sie unterwegs ist.",
  "Any questions? Just reply.": "Noch Fragen? Antworte einfach.",
  "Your order {{ order.order_id }}": "Deine Bestellung {{ order.order_id }}",
  "We have it, and get to work.": "Sie ist da, und wir machen uns an die Arbeit.",
  "we have received your order {{ order.order_id }}:": "wir haben deine Bestellung {{ order.order_id }} erhalten:",
  "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Total: {{ order.total | money: order.currency }}</strong></p>":
    "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Summe: {{ order.total | money: order.currency }}</strong></p>",
  "Is anything wrong with it? Please reply soon, so that we can still change it.":
    "Stimmt etwas daran nicht? Antworte bitte bald, damit wir es noch ändern können.",
  "Thank you for your order {{ order.order_id }}": "Danke für deine Bestellung {{ order.order_id }}",
  "We hope that all is as you like it.": "Wir hoffen, dass dir alles gefällt.",
  "your order {{ order.order_id }} has arrived. Thank you for choosing us!":
    "deine Bestellung {{ order.order_id }} ist angekommen. Danke, dass du dich für uns entschieden hast!",
  "Running low?": "Geht es zur Neige?",
  "Order again in time.": "Bestelle rechtzeitig nach.",
  "perhaps it is time for more of what you ordered last time:":
    "vielleicht ist es Zeit für Nachschub von deiner letzten Bestellung:",
  "Order again": "Noch einmal bestellen",
  "What will be your next one?": "Was kommt als Nächstes?",
  "Chosen to go with your first order.": "Ausgewählt, passend zu deiner ersten Bestellung.",
  "Ready for more?": "Lust auf mehr?",
  "we hope that you enjoy your first order. Here is what goes well with it:":
    "wir hoffen, dass du Freude an deiner ersten Bestellung hast. Das passt gut dazu:",
  "To the shop": "In den Shop",
  "New since your first order": "Neu seit deiner ersten Bestellung",
  "Have a look at what has come in.": "Schau dir an, was dazugekommen ist.",
  "New since your visit": "Neu seit deinem Besuch",
  "some things have come in since you ordered:": "seit deiner Bestellung ist einiges dazugekommen:",
  "your cart is still here:": "dein Warenkorb ist noch da:",
  "Back to your cart": "Zurück zum Warenkorb",
  "Your cart is waiting for you": "Dein Warenkorb wartet auf dich",
  "We kept it. Is anything unclear?": "Wir haben ihn aufgehoben. Ist etwas unklar?",
  "We kept your cart": "Wir haben deinen Warenkorb aufgehoben",
  "here is what you chose:": "das hast du ausgewählt:",
  "Is anything unclear? Just reply, and we help.": "Ist etwas unklar? Antworte einfach, wir helfen dir.",
  "Did something go wrong?": "Ist etwas schiefgegangen?",
  "Your order is nearly done.": "Deine Bestellung ist fast fertig.",
  "Nearly done": "Fast geschafft",
  "you were about to order this, and it is still here:": "das wolltest du gerade bestellen, und es ist noch da:",
  "Did something not work? Just reply, and we help.": "Hat etwas nicht funktioniert? Antworte einfach, wir helfen dir.",
  "Shall we keep it for you?": "Sollen wir es für dich aufheben?",
  "A last reminder of your order.": "Eine letzte Erinnerung an deine Bestellung.",
  "Shall we keep it?": "Sollen wir es aufheben?",
  "this is our last reminder. What you chose can still be ordered:":
    "das ist unsere letzte Erinnerung. Was du ausgewählt hast, kannst du noch bestellen:",
  "May we help you to choose?": "Dürfen wir dir bei der Auswahl helfen?",
  "A person from our team is there for you.": "Ein Mensch aus unserem Team ist für dich da.",
  "May we help?": "Dürfen wir helfen?",
  "a larger order is worth a second thought. If you have a question about size, delivery or returns, reply to this mail: a person from our team answers.":
    "eine größere Bestellung will gut überlegt sein. Wenn du Fragen zu Größe, Lieferung oder Rückgabe hast, antworte auf diese E-Mail: ein Mensch aus unserem Team schreibt zurück.",
  "{{ account.name }}: your cart is still here. {{ cart.url }} Reply STOP to get no more texts.":
    "{{ account.name }}: Dein Warenkorb ist noch da. {{ cart.url }} Keine SMS mehr: Antworte STOP.",
  "Your cart is still here": "Dein Warenkorb ist noch da",
  "We kept it for you.": "Wir haben ihn für dich aufgehoben.",
  "A last look at your cart?": "Ein letzter Blick in deinen Warenkorb?",
  "It may soon be gone.": "Vielleicht ist es bald weg.",
  "A last look?": "Ein letzter Blick?",
  "this is our last reminder of your cart:": "das ist unsere letzte Erinnerung an deinen Warenkorb:",
  "{{ product.title | default: 'Still thinking about it?' }}": "{{ product.title | default: 'Überlegst du noch?' }}",
  "You had a look at it. Is it the right one?": "Du hast es dir angesehen. Ist es das Richtige?",
  "you had a look at this:": "das hast du dir angesehen:",
  "{{ product.title | default: 'The product' }}": "{{ product.title | default: 'Das Produkt' }}",
  "See it in the shop": "Im Shop ansehen",
  "Any questions about it? Just reply.": "Noch Fragen dazu? Antworte einfach.",
  "{{ product.title | default: 'Your product' }} is back":
    "{{ product.title | default: 'Dein Produkt' }} ist wieder da",
  "You asked us to tell you.": "Du wolltest, dass wir Bescheid sagen.",
  "It is back": "Es ist wieder da",
  "you asked us to tell you, and now it is in stock again:":
    "wir sollten dir Bescheid sagen, und jetzt ist es wieder auf Lager:",
  "{{ product.title | default: 'A product you looked at' }} costs less now":
    "{{ product.title | default: 'Ein Produkt, das du angesehen hast,' }} kostet jetzt weniger",
  "You looked at it, and it is cheaper.": "Du hast es dir angesehen, und es ist günstiger.",
  "It costs less now": "Es kostet jetzt weniger",
  "what you looked at was {{ product.old_price | money: product.currency }}, and costs less now:":
    "was du dir angesehen hast, kostete {{ product.old_price | money: product.currency }} und kostet jetzt weniger:",
  "Is there anything we can do better?": "Können wir etwas besser machen?",
  "Tell us. A person reads it.": "Sag es uns. Ein Mensch liest es.",
  "Anything we can do better?": "Was können wir besser machen?",
  "we would like to have you back. If something was not as you hoped, just reply: a person reads it.":
    "wir hätten dich gern wieder. Wenn etwas nicht so war, wie du es dir gewünscht hast, antworte einfach: ein Mensch liest es.",
  "Give us another look": "Schau wieder vorbei",
  "Shall we still write to you?": "Sollen wir dir weiter schreiben?",
  "If not, one click is enough.": "Wenn nicht, genügt ein Klick.",
  "Shall we go on?": "Sollen wir weitermachen?",
  "you have not ordered for a year. If our letters are of no use to you, unsubscribe below: one click is enough, and no hard feelings.":
    "du hast seit einem Jahr nichts bestellt. Wenn dir unsere E-Mails nichts nützen, melde dich unten ab: ein Klick genügt, und wir nehmen es dir nicht übel.",
  "If you like to stay, have a look at what is new.": "Wenn du bleiben möchtest, schau dir an, was neu ist.",
  "Stay, and see what is new": "Bleiben und Neues ansehen",
  "Five times thank you": "Fünfmal danke",
  "You are one of our best customers.": "Du gehörst zu unseren besten Kunden.",
  "You are one of our best": "Du gehörst zu den Besten",
  "this is your fifth order with us, and we noticed. Thank you for coming back again and again.":
    "das ist deine fünfte Bestellung bei uns, und das haben wir bemerkt. Danke, dass du immer wiederkommst.",
  "Is there something that you would like to see in our shop? Reply and tell us.":
    "Gibt es etwas, das du gern in unserem Shop sehen würdest? Antworte und sag es uns.",
  "{{ account.name }}: welcome, {{ contact.first_name | default: 'and thank you' }}! Have a look: https://shop.example/ Reply STOP to get no more texts.":
    "{{ account.name }}: Willkommen, {{ contact.first_name | default: 'und danke' }}! Schau vorbei: https://shop.example/ Keine SMS mehr: Antworte STOP."
}
