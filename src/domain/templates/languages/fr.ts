import type { TemplateTexts } from "../translateTemplate.ts"

/** The texts of the templates in French. */
export const fr: TemplateTexts = {
  "Welcome to {{ account.name }}": "Bienvenue chez {{ account.name }}",
  "Good to have you here. A few things to begin with.":
    "Heureux de vous compter parmi nous. Quelques idées pour commencer.",
  "Hello {{ contact.first_name | default: 'there' }}, welcome!":
    "Bonjour {{ contact.first_name | default: 'à vous' }}, bienvenue !",
  "Thank you for joining us. We write when there is something worth your time: new products, offers, and now and then a story from behind the scenes.":
    "Merci de nous rejoindre. Nous écrivons quand cela en vaut la peine : nouveautés, offres et, de temps en temps, une histoire des coulisses.",
  "Any questions? Just reply to this mail. A person reads it.":
    "Une question ? Répondez simplement à cet e-mail. Une vraie personne le lira.",
  "Look around the shop": "Découvrir la boutique",
  "What others like": "Ce que les autres aiment",
  "See it": "Voir",
  "News from {{ account.name }}": "Des nouvelles de {{ account.name }}",
  "What we have been up to, and what is coming.": "Ce que nous avons fait, et ce qui arrive.",
  "News from us": "De nos nouvelles",
  "Hello {{ contact.first_name | default: 'there' }},": "Bonjour {{ contact.first_name | default: 'à vous' }},",
  "here is what happened at our place since we last wrote.":
    "Voici ce qui s’est passé chez nous depuis notre dernier message.",
  "What we have been working on": "Ce à quoi nous avons travaillé",
  "Tell your first story here: how something is made, who makes it, or what you have learned.":
    "Racontez ici votre première histoire : comment une chose est faite, qui la fait, ou ce que vous avez appris.",
  "What is coming": "Ce qui arrive",
  "Tell your second story here: a date to note, a new product, or something that you are proud of.":
    "Racontez ici votre deuxième histoire : une date à retenir, un nouveau produit, ou quelque chose dont vous êtes fiers.",
  "Visit the shop": "Visiter la boutique",
  "New at {{ account.name }}": "Nouveau chez {{ account.name }}",
  "Just in: have a first look.": "Tout juste arrivé : jetez un premier coup d’œil.",
  "Just in": "Tout juste arrivé",
  "We have something new for you. Here is a first look, before the word gets around.":
    "Nous avons du nouveau pour vous. Voici un premier aperçu, avant que tout le monde en parle.",
  "See all that is new": "Voir toutes les nouveautés",
  "Our sale has begun": "Nos promotions ont commencé",
  "Some favourites cost less now, while they last.": "Certains favoris sont moins chers, dans la limite des stocks.",
  "The sale is on": "C’est le moment des promotions",
  "Some of our favourites cost less now. What is gone will not come back at this price, so have a look.":
    "Certains de nos favoris sont moins chers en ce moment. Ce qui est parti ne reviendra pas à ce prix : venez voir.",
  "The lower prices are in the shop already: no code is needed":
    "Les prix réduits sont déjà en boutique : aucun code n’est nécessaire",
  "They hold while stocks last": "Ils sont valables dans la limite des stocks",
  "To the sale": "Voir les promotions",
  "Most wanted": "Les plus demandés",
  "Some prices have come down": "Certains prix ont baissé",
  "Have another look: it may cost less now.": "Regardez encore : c’est peut-être moins cher maintenant.",
  "Costs less now": "Moins cher maintenant",
  "We have lowered some prices. Have another look at what caught your eye:":
    "Nous avons baissé certains prix. Regardez encore ce qui vous avait plu :",
  "See the new prices": "Voir les nouveaux prix",
  "Back in stock": "De retour en stock",
  "Sold out for a while, here again.": "Longtemps épuisé, de nouveau disponible.",
  "Here again": "De retour",
  "Many of you asked, and now they are back: the favourites that were sold out.":
    "Vous avez été nombreux à demander, et les voilà de retour : les favoris qui étaient épuisés.",
  "Get yours": "Je le veux",
  "You left something in your cart": "Vous avez laissé quelque chose dans votre panier",
  "It is still here for you.": "C’est toujours là, pour vous.",
  "Still thinking about it?": "Vous hésitez encore ?",
  "you left something with us. We kept it for you:":
    "Vous avez laissé quelque chose chez nous. Nous vous l’avons gardé :",
  "Back to the shop": "Retour à la boutique",
  "Is anything unclear, or did something not work? Just reply, and we help.":
    "Quelque chose n’est pas clair ou n’a pas fonctionné ? Répondez simplement, et nous vous aidons.",
  "Thank you for your order": "Merci pour votre commande",
  "We are glad that you chose us.": "Nous sommes heureux que vous nous ayez choisis.",
  "Thank you!": "Merci !",
  "thank you for your order. Behind {{ account.name }} are people who are glad of each one.":
    "Merci pour votre commande. Derrière {{ account.name }}, il y a des personnes qui se réjouissent de chacune d’elles.",
  "If anything is not as you hoped, just reply. We put it right.":
    "Si quelque chose ne va pas, répondez simplement. Nous trouverons une solution.",
  "How do you like it?": "Est-ce que cela vous plaît ?",
  "A few words from you help others to choose.": "Quelques mots de vous aident les autres à choisir.",
  "you have had your order for a while now. Would you tell others what you think of it? Good or bad, a few words help them to choose, and us to get better.":
    "Vous avez reçu votre commande il y a quelque temps. Diriez-vous aux autres ce que vous en pensez ? En bien ou en mal, quelques mots les aident à choisir, et nous à progresser.",
  "Write a review": "Écrire un avis",
  "Something is not right? Please reply to this mail first, so that we can help.":
    "Quelque chose ne va pas ? Répondez d’abord à cet e-mail, pour que nous puissions vous aider.",
  "Goes well with your order": "Va bien avec votre commande",
  "What others chose together with it.": "Ce que d’autres ont choisi avec.",
  "Goes well together": "Va bien ensemble",
  "others who bought what you did also chose these:":
    "D’autres personnes qui ont acheté la même chose que vous ont aussi choisi :",
  "We have not seen you in a while": "Cela fait longtemps que nous ne vous avons pas vu",
  "A lot has come in since your last visit.": "Beaucoup de nouveautés depuis votre dernière visite.",
  "It has been a while": "Cela fait un moment",
  "a lot has come in since you last ordered. Have a look at what is new:":
    "Beaucoup de nouveautés sont arrivées depuis votre dernière commande. Découvrez-les :",
  "See what is new": "Voir les nouveautés",
  "Liked by others": "Aimé par d’autres",
  "Happy birthday, {{ contact.first_name | default: 'there' }}!":
    "Joyeux anniversaire, {{ contact.first_name | default: 'avec tous nos vœux' }} !",
  "All the best from all of us.": "Tous nos vœux, de la part de toute l’équipe.",
  "Happy birthday!": "Joyeux anniversaire !",
  "Dear {{ contact.first_name | default: 'there' }},": "Bonjour {{ contact.first_name | default: 'à vous' }},",
  "all of us at {{ account.name }} wish you a wonderful day. Treat yourself to something nice: perhaps you find it here.":
    "Toute l’équipe de {{ account.name }} vous souhaite une merveilleuse journée. Faites-vous plaisir : peut-être trouverez-vous ici de quoi.",
  "Find a present": "Trouver un cadeau",
  "Where to begin at {{ account.name }}": "Par où commencer chez {{ account.name }}",
  "The favourites of our customers.": "Les favoris de nos clients.",
  "Where to begin": "Par où commencer",
  "not sure where to begin? These are the favourites of our customers:":
    "Vous ne savez pas par où commencer ? Voici les favoris de nos clients :",
  "See the whole shop": "Voir toute la boutique",
  "Welcome, and thank you for your first order": "Bienvenue, et merci pour votre première commande",
  "It is good to have you with us.": "Nous sommes heureux de vous compter parmi nous.",
  "Welcome!": "Bienvenue !",
  "thank you for your first order with us: {{ order.total | money: order.currency }}. We let you know when it is on its way.":
    "Merci pour votre première commande chez nous : {{ order.total | money: order.currency }}. Nous vous préviendrons quand elle sera en route.",
  "Any questions? Just reply.": "Une question ? Répondez simplement.",
  "Your order {{ order.order_id }}": "Votre commande {{ order.order_id }}",
  "We have it, and get to work.": "Nous l’avons reçue et nous nous mettons au travail.",
  "we have received your order {{ order.order_id }}:": "Nous avons bien reçu votre commande {{ order.order_id }} :",
  "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Total: {{ order.total | money: order.currency }}</strong></p>":
    "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Total : {{ order.total | money: order.currency }}</strong></p>",
  "Is anything wrong with it? Please reply soon, so that we can still change it.":
    "Une erreur ? Répondez vite, pour que nous puissions encore la corriger.",
  "Thank you for your order {{ order.order_id }}": "Merci pour votre commande {{ order.order_id }}",
  "We hope that all is as you like it.": "Nous espérons que tout vous plaît.",
  "your order {{ order.order_id }} has arrived. Thank you for choosing us!":
    "Votre commande {{ order.order_id }} est arrivée. Merci de nous avoir choisis !",
  "Running low?": "Bientôt à court ?",
  "Order again in time.": "Recommandez à temps.",
  "perhaps it is time for more of what you ordered last time:":
    "C’est peut-être le moment de reprendre ce que vous aviez commandé la dernière fois :",
  "Order again": "Commander à nouveau",
  "What will be your next one?": "Quelle sera la suite ?",
  "Chosen to go with your first order.": "Choisi pour aller avec votre première commande.",
  "Ready for more?": "Envie d’autre chose ?",
  "we hope that you enjoy your first order. Here is what goes well with it:":
    "Nous espérons que votre première commande vous plaît. Voici ce qui va bien avec :",
  "To the shop": "Vers la boutique",
  "New since your first order": "Du nouveau depuis votre première commande",
  "Have a look at what has come in.": "Découvrez ce qui est arrivé.",
  "New since your visit": "Du nouveau depuis votre visite",
  "some things have come in since you ordered:": "Voici ce qui est arrivé depuis votre commande :",
  "your cart is still here:": "Votre panier est toujours là :",
  "Back to your cart": "Retour à votre panier",
  "Your cart is waiting for you": "Votre panier vous attend",
  "We kept it. Is anything unclear?": "Nous l’avons gardé. Quelque chose n’est pas clair ?",
  "We kept your cart": "Nous avons gardé votre panier",
  "here is what you chose:": "Voici ce que vous aviez choisi :",
  "Is anything unclear? Just reply, and we help.":
    "Quelque chose n’est pas clair ? Répondez simplement, et nous vous aidons.",
  "Did something go wrong?": "Un problème est survenu ?",
  "Your order is nearly done.": "Votre commande est presque terminée.",
  "Nearly done": "Presque terminé",
  "you were about to order this, and it is still here:": "Vous alliez commander ceci, et c’est toujours là :",
  "Did something not work? Just reply, and we help.":
    "Quelque chose n’a pas fonctionné ? Répondez simplement, et nous vous aidons.",
  "Shall we keep it for you?": "Devons-nous vous le garder ?",
  "A last reminder of your order.": "Un dernier rappel de votre commande.",
  "Shall we keep it?": "Devons-nous le garder ?",
  "this is our last reminder. What you chose can still be ordered:":
    "C’est notre dernier rappel. Vous pouvez encore commander ce que vous aviez choisi :",
  "May we help you to choose?": "Pouvons-nous vous aider à choisir ?",
  "A person from our team is there for you.": "Une personne de notre équipe est là pour vous.",
  "May we help?": "Pouvons-nous vous aider ?",
  "a larger order is worth a second thought. If you have a question about size, delivery or returns, reply to this mail: a person from our team answers.":
    "Une commande plus importante mérite réflexion. Si vous avez une question sur la taille, la livraison ou les retours, répondez à cet e-mail : une personne de notre équipe vous répondra.",
  "{{ account.name }}: your cart is still here. {{ cart.url }} Reply STOP to get no more texts.":
    "{{ account.name }} : votre panier est toujours là. {{ cart.url }} Répondez STOP pour ne plus recevoir de SMS.",
  "Your cart is still here": "Votre panier est toujours là",
  "We kept it for you.": "Nous vous l’avons gardé.",
  "A last look at your cart?": "Un dernier regard sur votre panier ?",
  "It may soon be gone.": "Il pourrait bientôt disparaître.",
  "A last look?": "Un dernier regard ?",
  "this is our last reminder of your cart:": "C’est notre dernier rappel pour votre panier :",
  "{{ product.title | default: 'Still thinking about it?' }}": "{{ product.title | default: 'Vous hésitez encore ?' }}",
  "You had a look at it. Is it the right one?": "Vous l’avez regardé. Est-ce le bon ?",
  "you had a look at this:": "Vous avez regardé ceci :",
  "{{ product.title | default: 'The product' }}": "{{ product.title | default: 'Le produit' }}",
  "See it in the shop": "Voir en boutique",
  "Any questions about it? Just reply.": "Une question à ce sujet ? Répondez simplement.",
  "{{ product.title | default: 'Your product' }} is back":
    "{{ product.title | default: 'Votre produit' }} est de retour",
  "You asked us to tell you.": "Vous nous avez demandé de vous prévenir.",
  "It is back": "De nouveau disponible",
  "you asked us to tell you, and now it is in stock again:":
    "Vous nous avez demandé de vous prévenir : c’est de nouveau en stock.",
  "{{ product.title | default: 'A product you looked at' }} costs less now":
    "{{ product.title | default: 'Un produit que vous avez regardé' }} est moins cher",
  "You looked at it, and it is cheaper.": "Vous l’avez regardé, et il est moins cher.",
  "It costs less now": "C’est moins cher maintenant",
  "what you looked at was {{ product.old_price | money: product.currency }}, and costs less now:":
    "Ce que vous avez regardé coûtait {{ product.old_price | money: product.currency }}, et coûte moins cher maintenant :",
  "Is there anything we can do better?": "Que pouvons-nous faire de mieux ?",
  "Tell us. A person reads it.": "Dites-le-nous. Une vraie personne le lira.",
  "Anything we can do better?": "Que pouvons-nous améliorer ?",
  "we would like to have you back. If something was not as you hoped, just reply: a person reads it.":
    "Nous aimerions vous revoir. Si quelque chose n’allait pas, répondez simplement : une vraie personne lira votre message.",
  "Give us another look": "Revenez nous voir",
  "Shall we still write to you?": "Devons-nous continuer à vous écrire ?",
  "If not, one click is enough.": "Sinon, un clic suffit.",
  "Shall we go on?": "Devons-nous continuer ?",
  "you have not ordered for a year. If our letters are of no use to you, unsubscribe below: one click is enough, and no hard feelings.":
    "Vous n’avez rien commandé depuis un an. Si nos messages ne vous sont pas utiles, désabonnez-vous ci-dessous : un clic suffit, sans rancune.",
  "If you like to stay, have a look at what is new.": "Si vous souhaitez rester, découvrez les nouveautés.",
  "Stay, and see what is new": "Rester et voir les nouveautés",
  "Five times thank you": "Cinq fois merci",
  "You are one of our best customers.": "Vous comptez parmi nos meilleurs clients.",
  "You are one of our best": "Vous comptez beaucoup pour nous",
  "this is your fifth order with us, and we noticed. Thank you for coming back again and again.":
    "C’est votre cinquième commande chez nous, et nous l’avons remarqué. Merci de revenir encore et encore.",
  "Is there something that you would like to see in our shop? Reply and tell us.":
    "Y a-t-il quelque chose que vous aimeriez voir dans notre boutique ? Répondez et dites-le-nous.",
  "{{ account.name }}: welcome, {{ contact.first_name | default: 'and thank you' }}! Have a look: https://shop.example/ Reply STOP to get no more texts.":
    "{{ account.name }} : bienvenue, {{ contact.first_name | default: 'et merci' }} ! Venez voir : https://shop.example/ Répondez STOP pour ne plus recevoir de SMS."
}
