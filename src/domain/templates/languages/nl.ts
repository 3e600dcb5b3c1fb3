import type { TemplateTexts } from "../translateTemplate.ts"

/** The texts of the templates in Dutch. */
export const nl: TemplateTexts = {
  "Welcome to {{ account.name }}": "Welkom bij {{ account.name }}",
  "Good to have you here. A few things to begin with.": "Fijn dat je er bent. Een paar dingen om mee te beginnen.",
  "Hello {{ contact.first_name | default: 'there' }}, welcome!":
    "Hallo {{ contact.first_name | default: 'daar' }}, welkom!",
  "Thank you for joining us. We write when there is something worth your time: new products, offers, and now and then a story from behind the scenes.":
    "Bedankt dat je meedoet. We schrijven als het de moeite waard is: nieuwe producten, aanbiedingen en af en toe een verhaal van achter de schermen.",
  "Any questions? Just reply to this mail. A person reads it.":
    "Vragen? Beantwoord gewoon deze mail. Een mens leest hem.",
  "Look around the shop": "Kijk rond in de winkel",
  "What others like": "Wat anderen mooi vinden",
  "See it": "Bekijk",
  "News from {{ account.name }}": "Nieuws van {{ account.name }}",
  "What we have been up to, and what is coming.": "Wat we hebben gedaan, en wat eraan komt.",
  "News from us": "Nieuws van ons",
  "Hello {{ contact.first_name | default: 'there' }},": "Hallo {{ contact.first_name | default: 'daar' }},",
  "here is what happened at our place since we last wrote.":
    "Dit is er bij ons gebeurd sinds we je voor het laatst schreven.",
  "What we have been working on": "Waar we aan hebben gewerkt",
  "Tell your first story here: how something is made, who makes it, or what you have learned.":
    "Vertel hier je eerste verhaal: hoe iets wordt gemaakt, wie het maakt of wat je hebt geleerd.",
  "What is coming": "Wat eraan komt",
  "Tell your second story here: a date to note, a new product, or something that you are proud of.":
    "Vertel hier je tweede verhaal: een datum om te noteren, een nieuw product of iets waar je trots op bent.",
  "Visit the shop": "Bezoek de winkel",
  "New at {{ account.name }}": "Nieuw bij {{ account.name }}",
  "Just in: have a first look.": "Net binnen: neem als eerste een kijkje.",
  "Just in": "Net binnen",
  "We have something new for you. Here is a first look, before the word gets around.":
    "We hebben iets nieuws voor je. Hier is een eerste blik, voordat iedereen het weet.",
  "See all that is new": "Bekijk al het nieuws",
  "Our sale has begun": "Onze uitverkoop is begonnen",
  "Some favourites cost less now, while they last.": "Sommige favorieten kosten nu minder, zolang de voorraad strekt.",
  "The sale is on": "De uitverkoop is begonnen",
  "Some of our favourites cost less now. What is gone will not come back at this price, so have a look.":
    "Sommige van onze favorieten kosten nu minder. Wat weg is, komt niet terug voor deze prijs, dus kom kijken.",
  "The lower prices are in the shop already: no code is needed":
    "De lagere prijzen staan al in de winkel: je hebt geen code nodig",
  "They hold while stocks last": "Ze gelden zolang de voorraad strekt",
  "To the sale": "Naar de uitverkoop",
  "Most wanted": "Meest gevraagd",
  "Some prices have come down": "Sommige prijzen zijn gedaald",
  "Have another look: it may cost less now.": "Kijk nog eens: misschien kost het nu minder.",
  "Costs less now": "Kost nu minder",
  "We have lowered some prices. Have another look at what caught your eye:":
    "We hebben sommige prijzen verlaagd. Kijk nog eens naar wat je mooi vond:",
  "See the new prices": "Bekijk de nieuwe prijzen",
  "Back in stock": "Weer op voorraad",
  "Sold out for a while, here again.": "Een tijd uitverkocht, nu weer hier.",
  "Here again": "Weer terug",
  "Many of you asked, and now they are back: the favourites that were sold out.":
    "Velen vroegen erom, en nu zijn ze terug: de favorieten die uitverkocht waren.",
  "Get yours": "Haal ze in huis",
  "You left something in your cart": "Je hebt iets in je winkelwagen laten liggen",
  "It is still here for you.": "Het ligt nog voor je klaar.",
  "Still thinking about it?": "Denk je er nog over na?",
  "you left something with us. We kept it for you:":
    "Je hebt iets bij ons laten liggen. We hebben het voor je bewaard:",
  "Back to the shop": "Terug naar de winkel",
  "Is anything unclear, or did something not work? Just reply, and we help.":
    "Is iets onduidelijk, of werkte iets niet? Antwoord gewoon, dan helpen we je.",
  "Thank you for your order": "Bedankt voor je bestelling",
  "We are glad that you chose us.": "We zijn blij dat je voor ons koos.",
  "Thank you!": "Bedankt!",
  "thank you for your order. Behind {{ account.name }} are people who are glad of each one.":
    "Bedankt voor je bestelling. Achter {{ account.name }} staan mensen die blij zijn met elke bestelling.",
  "If anything is not as you hoped, just reply. We put it right.":
    "Is iets niet zoals je hoopte? Antwoord gewoon. We maken het in orde.",
  "How do you like it?": "Hoe bevalt het?",
  "A few words from you help others to choose.": "Een paar woorden van jou helpen anderen kiezen.",
  "you have had your order for a while now. Would you tell others what you think of it? Good or bad, a few words help them to choose, and us to get better.":
    "Je hebt je bestelling nu een tijdje. Wil je anderen vertellen wat je ervan vindt? Goed of slecht, een paar woorden helpen hen kiezen, en ons beter worden.",
  "Write a review": "Schrijf een beoordeling",
  "Something is not right? Please reply to this mail first, so that we can help.":
    "Klopt er iets niet? Beantwoord dan eerst deze mail, zodat we kunnen helpen.",
  "Goes well with your order": "Past goed bij je bestelling",
  "What others chose together with it.": "Wat anderen erbij kozen.",
  "Goes well together": "Past goed bij elkaar",
  "others who bought what you did also chose these:": "Anderen die hetzelfde kochten, kozen ook deze:",
  "We have not seen you in a while": "We hebben je al een tijd niet gezien",
  "A lot has come in since your last visit.": "Er is veel bij gekomen sinds je laatste bezoek.",
  "It has been a while": "Het is een tijd geleden",
  "a lot has come in since you last ordered. Have a look at what is new:":
    "Er is veel bij gekomen sinds je laatste bestelling. Kijk wat er nieuw is:",
  "See what is new": "Bekijk wat nieuw is",
  "Liked by others": "Geliefd bij anderen",
  "Happy birthday, {{ contact.first_name | default: 'there' }}!":
    "Fijne verjaardag, {{ contact.first_name | default: 'van harte' }}!",
  "All the best from all of us.": "De beste wensen van ons allemaal.",
  "Happy birthday!": "Fijne verjaardag!",
  "Dear {{ contact.first_name | default: 'there' }},": "Hallo {{ contact.first_name | default: 'daar' }},",
  "all of us at {{ account.name }} wish you a wonderful day. Treat yourself to something nice: perhaps you find it here.":
    "Wij allemaal bij {{ account.name }} wensen je een prachtige dag. Gun jezelf iets moois: misschien vind je het hier.",
  "Find a present": "Vind een cadeau",
  "Where to begin at {{ account.name }}": "Waar te beginnen bij {{ account.name }}",
  "The favourites of our customers.": "De favorieten van onze klanten.",
  "Where to begin": "Waar te beginnen",
  "not sure where to begin? These are the favourites of our customers:":
    "Weet je niet waar je moet beginnen? Dit zijn de favorieten van onze klanten:",
  "See the whole shop": "Bekijk de hele winkel",
  "Welcome, and thank you for your first order": "Welkom, en bedankt voor je eerste bestelling",
  "It is good to have you with us.": "Fijn dat je bij ons bent.",
  "Welcome!": "Welkom!",
  "thank you for your first order with us: {{ order.total | money: order.currency }}. We let you know when it is on its way.":
    "Bedankt voor je eerste bestelling bij ons: {{ order.total | money: order.currency }}. We laten je weten wanneer hij onderweg is.",
  "Any questions? Just reply.": "Vragen? Antwoord gewoon.",
  "Your order {{ order.order_id }}": "Je bestelling {{ order.order_id }}",
  "We have it, and get to work.": "We hebben hem ontvangen en gaan aan de slag.",
  "we have received your order {{ order.order_id }}:": "We hebben je bestelling {{ order.order_id }} ontvangen:",
  "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Total: {{ order.total | money: order.currency }}</strong></p>":
    "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Totaal: {{ order.total | money: order.currency }}</strong></p>",
  "Is anything wrong with it? Please reply soon, so that we can still change it.":
    "Klopt er iets niet? Antwoord dan snel, zodat we het nog kunnen veranderen.",
  "Thank you for your order {{ order.order_id }}": "Bedankt voor je bestelling {{ order.order_id }}",
  "We hope that all is as you like it.": "We hopen dat alles naar wens is.",
  "your order {{ order.order_id }} has arrived. Thank you for choosing us!":
    "Je bestelling {{ order.order_id }} is aangekomen. Bedankt dat je voor ons koos!",
  "Running low?": "Bijna op?",
  "Order again in time.": "Bestel op tijd bij.",
  "perhaps it is time for more of what you ordered last time:":
    "Misschien is het tijd voor meer van wat je de vorige keer bestelde:",
  "Order again": "Opnieuw bestellen",
  "What will be your next one?": "Wat wordt je volgende?",
  "Chosen to go with your first order.": "Gekozen bij je eerste bestelling.",
  "Ready for more?": "Zin in meer?",
  "we hope that you enjoy your first order. Here is what goes well with it:":
    "We hopen dat je blij bent met je eerste bestelling. Dit past er goed bij:",
  "To the shop": "Naar de winkel",
  "New since your first order": "Nieuw sinds je eerste bestelling",
  "Have a look at what has come in.": "Kijk wat er is binnengekomen.",
  "New since your visit": "Nieuw sinds je bezoek",
  "some things have come in since you ordered:": "Er is een en ander bij gekomen sinds je bestelling:",
  "your cart is still here:": "Je winkelwagen staat er nog:",
  "Back to your cart": "Terug naar je winkelwagen",
  "Your cart is waiting for you": "Je winkelwagen wacht op je",
  "We kept it. Is anything unclear?": "We hebben hem bewaard. Is iets onduidelijk?",
  "We kept your cart": "We hebben je winkelwagen bewaard",
  "here is what you chose:": "Dit heb je gekozen:",
  "Is anything unclear? Just reply, and we help.": "Is iets onduidelijk? Antwoord gewoon, dan helpen we je.",
  "Did something go wrong?": "Ging er iets mis?",
  "Your order is nearly done.": "Je bestelling is bijna klaar.",
  "Nearly done": "Bijna klaar",
  "you were about to order this, and it is still here:": "Je stond op het punt dit te bestellen, en het is er nog:",
  "Did something not work? Just reply, and we help.": "Werkte iets niet? Antwoord gewoon, dan helpen we je.",
  "Shall we keep it for you?": "Zullen we het voor je bewaren?",
  "A last reminder of your order.": "Een laatste herinnering aan je bestelling.",
  "Shall we keep it?": "Zullen we het bewaren?",
  "this is our last reminder. What you chose can still be ordered:":
    "Dit is onze laatste herinnering. Wat je koos, kun je nog bestellen:",
  "May we help you to choose?": "Mogen we je helpen kiezen?",
  "A person from our team is there for you.": "Iemand van ons team staat voor je klaar.",
  "May we help?": "Mogen we helpen?",
  "a larger order is worth a second thought. If you have a question about size, delivery or returns, reply to this mail: a person from our team answers.":
    "Over een grotere bestelling denk je twee keer na. Heb je een vraag over maat, levering of retour, beantwoord dan deze mail: iemand van ons team antwoordt.",
  "{{ account.name }}: your cart is still here. {{ cart.url }} Reply STOP to get no more texts.":
    "{{ account.name }}: je winkelwagen staat er nog. {{ cart.url }} Geen sms meer: antwoord STOP.",
  "Your cart is still here": "Je winkelwagen staat er nog",
  "We kept it for you.": "We hebben hem voor je bewaard.",
  "A last look at your cart?": "Een laatste blik op je winkelwagen?",
  "It may soon be gone.": "Hij is misschien snel weg.",
  "A last look?": "Een laatste blik?",
  "this is our last reminder of your cart:": "Dit is onze laatste herinnering aan je winkelwagen:",
  "{{ product.title | default: 'Still thinking about it?' }}":
    "{{ product.title | default: 'Denk je er nog over na?' }}",
  "You had a look at it. Is it the right one?": "Je hebt ernaar gekeken. Is het de juiste?",
  "you had a look at this:": "Je hebt hiernaar gekeken:",
  "{{ product.title | default: 'The product' }}": "{{ product.title | default: 'Het product' }}",
  "See it in the shop": "Bekijk het in de winkel",
  "Any questions about it? Just reply.": "Vragen hierover? Antwoord gewoon.",
  "{{ product.title | default: 'Your product' }} is back": "{{ product.title | default: 'Je product' }} is terug",
  "You asked us to tell you.": "Je vroeg ons om het te laten weten.",
  "It is back": "Het is terug",
  "you asked us to tell you, and now it is in stock again:":
    "Je vroeg ons om het te laten weten, en nu is het weer op voorraad:",
  "{{ product.title | default: 'A product you looked at' }} costs less now":
    "{{ product.title | default: 'Een product dat je bekeek' }} kost nu minder",
  "You looked at it, and it is cheaper.": "Je keek ernaar, en het is goedkoper.",
  "It costs less now": "Het kost nu minder",
  "what you looked at was {{ product.old_price | money: product.currency }}, and costs less now:":
    "Wat je bekeek, kostte {{ product.old_price | money: product.currency }} en kost nu minder:",
  "Is there anything we can do better?": "Kunnen we iets beter doen?",
  "Tell us. A person reads it.": "Vertel het ons. Een mens leest het.",
  "Anything we can do better?": "Wat kunnen we beter doen?",
  "we would like to have you back. If something was not as you hoped, just reply: a person reads it.":
    "We zien je graag terug. Was iets niet zoals je hoopte, antwoord dan gewoon: een mens leest het.",
  "Give us another look": "Kom nog eens kijken",
  "Shall we still write to you?": "Zullen we je blijven schrijven?",
  "If not, one click is enough.": "Zo niet, dan is één klik genoeg.",
  "Shall we go on?": "Zullen we doorgaan?",
  "you have not ordered for a year. If our letters are of no use to you, unsubscribe below: one click is enough, and no hard feelings.":
    "Je hebt een jaar niets besteld. Heb je niets aan onze mails, meld je dan hieronder af: één klik is genoeg, even goede vrienden.",
  "If you like to stay, have a look at what is new.": "Wil je blijven, kijk dan wat er nieuw is.",
  "Stay, and see what is new": "Blijf, en bekijk wat nieuw is",
  "Five times thank you": "Vijf keer bedankt",
  "You are one of our best customers.": "Je bent een van onze beste klanten.",
  "You are one of our best": "Je hoort bij de besten",
  "this is your fifth order with us, and we noticed. Thank you for coming back again and again.":
    "Dit is je vijfde bestelling bij ons, en dat is ons opgevallen. Bedankt dat je steeds terugkomt.",
  "Is there something that you would like to see in our shop? Reply and tell us.":
    "Is er iets dat je graag in onze winkel zou zien? Antwoord en vertel het ons.",
  "{{ account.name }}: welcome, {{ contact.first_name | default: 'and thank you' }}! Have a look: https://shop.example/ Reply STOP to get no more texts.":
    "{{ account.name }}: welkom, {{ contact.first_name | default: 'en bedankt' }}! Kijk eens rond: https://shop.example/ Geen sms meer: antwoord STOP."
}
