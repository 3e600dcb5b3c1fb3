import type { TemplateTexts } from "../translateTemplate.ts"

/** The texts of the templates in Polish. */
export const pl: TemplateTexts = {
  "Welcome to {{ account.name }}": "Witamy w {{ account.name }}",
  "Good to have you here. A few things to begin with.": "Miło Cię tu widzieć. Kilka rzeczy na początek.",
  "Hello {{ contact.first_name | default: 'there' }}, welcome!":
    "Witaj, {{ contact.first_name | default: 'drogi Kliencie' }}!",
  "Thank you for joining us. We write when there is something worth your time: new products, offers, and now and then a story from behind the scenes.":
    "Dziękujemy, że do nas dołączasz. Piszemy, gdy jest o czym: o nowościach, ofertach, a czasem o tym, co dzieje się za kulisami.",
  "Any questions? Just reply to this mail. A person reads it.":
    "Masz pytania? Po prostu odpowiedz na tę wiadomość. Przeczyta ją człowiek.",
  "Look around the shop": "Rozejrzyj się po sklepie",
  "What others like": "Co podoba się innym",
  "See it": "Zobacz",
  "News from {{ account.name }}": "Nowości z {{ account.name }}",
  "What we have been up to, and what is coming.": "Co u nas słychać i co przed nami.",
  "News from us": "Co u nas słychać",
  "Hello {{ contact.first_name | default: 'there' }},": "Witaj, {{ contact.first_name | default: 'drogi Kliencie' }},",
  "here is what happened at our place since we last wrote.": "oto co wydarzyło się u nas od ostatniej wiadomości.",
  "What we have been working on": "Nad czym pracowaliśmy",
  "Tell your first story here: how something is made, who makes it, or what you have learned.":
    "Opowiedz tutaj swoją pierwszą historię: jak coś powstaje, kto to robi albo czego się nauczyliście.",
  "What is coming": "Co przed nami",
  "Tell your second story here: a date to note, a new product, or something that you are proud of.":
    "Opowiedz tutaj swoją drugą historię: data do zapamiętania, nowy produkt albo coś, z czego jesteście dumni.",
  "Visit the shop": "Odwiedź sklep",
  "New at {{ account.name }}": "Nowości w {{ account.name }}",
  "Just in: have a first look.": "Właśnie przyszły: rzuć okiem.",
  "Just in": "Właśnie przyszły",
  "We have something new for you. Here is a first look, before the word gets around.":
    "Mamy dla Ciebie coś nowego. Oto pierwszy rzut oka, zanim wieść się rozejdzie.",
  "See all that is new": "Zobacz wszystkie nowości",
  "Our sale has begun": "Nasza wyprzedaż już trwa",
  "Some favourites cost less now, while they last.":
    "Niektóre ulubione produkty są teraz tańsze, do wyczerpania zapasów.",
  "The sale is on": "Wyprzedaż trwa",
  "Some of our favourites cost less now. What is gone will not come back at this price, so have a look.":
    "Niektóre z naszych ulubionych produktów są teraz tańsze. Co się sprzeda, nie wróci w tej cenie, więc zajrzyj do nas.",
  "The lower prices are in the shop already: no code is needed": "Niższe ceny są już w sklepie: kod nie jest potrzebny",
  "They hold while stocks last": "Obowiązują do wyczerpania zapasów",
  "To the sale": "Do wyprzedaży",
  "Most wanted": "Najbardziej pożądane",
  "Some prices have come down": "Niektóre ceny spadły",
  "Have another look: it may cost less now.": "Spójrz jeszcze raz: może teraz kosztuje mniej.",
  "Costs less now": "Teraz kosztuje mniej",
  "We have lowered some prices. Have another look at what caught your eye:":
    "Obniżyliśmy niektóre ceny. Spójrz jeszcze raz na to, co wpadło Ci w oko:",
  "See the new prices": "Zobacz nowe ceny",
  "Back in stock": "Znów dostępne",
  "Sold out for a while, here again.": "Przez jakiś czas wyprzedane, znów u nas.",
  "Here again": "Znów u nas",
  "Many of you asked, and now they are back: the favourites that were sold out.":
    "Wiele osób pytało i oto są: ulubione produkty, które się wyprzedały.",
  "Get yours": "Wybierz swoje",
  "You left something in your cart": "Coś zostało w Twoim koszyku",
  "It is still here for you.": "Nadal tu na Ciebie czeka.",
  "Still thinking about it?": "Jeszcze się zastanawiasz?",
  "you left something with us. We kept it for you:": "coś u nas zostało. Zachowaliśmy to dla Ciebie:",
  "Back to the shop": "Wróć do sklepu",
  "Is anything unclear, or did something not work? Just reply, and we help.":
    "Coś jest niejasne albo nie zadziałało? Po prostu odpowiedz, a pomożemy.",
  "Thank you for your order": "Dziękujemy za zamówienie",
  "We are glad that you chose us.": "Cieszymy się, że wybierasz nas.",
  "Thank you!": "Dziękujemy!",
  "thank you for your order. Behind {{ account.name }} are people who are glad of each one.":
    "dziękujemy za zamówienie. Za {{ account.name }} stoją ludzie, którzy cieszą się z każdego z nich.",
  "If anything is not as you hoped, just reply. We put it right.":
    "Jeśli coś jest nie tak, po prostu odpowiedz. Naprawimy to.",
  "How do you like it?": "Jak Ci się podoba?",
  "A few words from you help others to choose.": "Kilka Twoich słów pomoże innym w wyborze.",
  "you have had your order for a while now. Would you tell others what you think of it? Good or bad, a few words help them to choose, and us to get better.":
    "masz swoje zamówienie już od jakiegoś czasu. Powiesz innym, co o nim myślisz? Dobrze czy źle, kilka słów pomoże im w wyborze, a nam stać się lepszymi.",
  "Write a review": "Napisz opinię",
  "Something is not right? Please reply to this mail first, so that we can help.":
    "Coś jest nie tak? Odpowiedz najpierw na tę wiadomość, żebyśmy mogli pomóc.",
  "Goes well with your order": "Pasuje do Twojego zamówienia",
  "What others chose together with it.": "Co inni wybrali razem z nim.",
  "Goes well together": "Dobrze pasuje",
  "others who bought what you did also chose these:": "inni, którzy kupili to samo, wybrali też:",
  "We have not seen you in a while": "Dawno Cię nie było",
  "A lot has come in since your last visit.": "Od Twojej ostatniej wizyty wiele do nas przyszło.",
  "It has been a while": "Minęło trochę czasu",
  "a lot has come in since you last ordered. Have a look at what is new:":
    "od Twojego ostatniego zamówienia wiele do nas przyszło. Zobacz, co nowego:",
  "See what is new": "Zobacz nowości",
  "Liked by others": "Inni to lubią",
  "Happy birthday, {{ contact.first_name | default: 'there' }}!":
    "Wszystkiego najlepszego, {{ contact.first_name | default: 'z całego serca' }}!",
  "All the best from all of us.": "Najlepsze życzenia od nas wszystkich.",
  "Happy birthday!": "Wszystkiego najlepszego w dniu urodzin!",
  "Dear {{ contact.first_name | default: 'there' }},": "Witaj, {{ contact.first_name | default: 'drogi Kliencie' }},",
  "all of us at {{ account.name }} wish you a wonderful day. Treat yourself to something nice: perhaps you find it here.":
    "wszyscy z {{ account.name }} życzymy Ci wspaniałego dnia. Spraw sobie coś miłego: może znajdziesz to tutaj.",
  "Find a present": "Znajdź prezent",
  "Where to begin at {{ account.name }}": "Od czego zacząć w {{ account.name }}",
  "The favourites of our customers.": "Ulubione produkty naszych klientów.",
  "Where to begin": "Od czego zacząć",
  "not sure where to begin? These are the favourites of our customers:":
    "nie wiesz, od czego zacząć? To ulubione produkty naszych klientów:",
  "See the whole shop": "Zobacz cały sklep",
  "Welcome, and thank you for your first order": "Witamy i dziękujemy za pierwsze zamówienie",
  "It is good to have you with us.": "Miło, że jesteś z nami.",
  "Welcome!": "Witamy!",
  "thank you for your first order with us: {{ order.total | money: order.currency }}. We let you know when it is on its way.":
    "dziękujemy za pierwsze zamówienie u nas: {{ order.total | money: order.currency }}. Damy znać, gdy będzie w drodze.",
  "Any questions? Just reply.": "Masz pytania? Po prostu odpowiedz.",
  "Your order {{ order.order_id }}": "Twoje zamówienie {{ order.order_id }}",
  "We have it, and get to work.": "Mamy je i bierzemy się do pracy.",
  "we have received your order {{ order.order_id }}:": "otrzymaliśmy Twoje zamówienie {{ order.order_id }}:",
  "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Total: {{ order.total | money: order.currency }}</strong></p>":
    "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Razem: {{ order.total | money: order.currency }}</strong></p>",
  "Is anything wrong with it? Please reply soon, so that we can still change it.":
    "Coś się nie zgadza? Odpowiedz szybko, abyśmy mogli to jeszcze zmienić.",
  "Thank you for your order {{ order.order_id }}": "Dziękujemy za zamówienie {{ order.order_id }}",
  "We hope that all is as you like it.": "Mamy nadzieję, że wszystko Ci się podoba.",
  "your order {{ order.order_id }} has arrived. Thank you for choosing us!":
    "Twoje zamówienie {{ order.order_id }} dotarło. Dziękujemy, że wybierasz nas!",
  "Running low?": "Kończy się?",
  "Order again in time.": "Zamów ponownie na czas.",
  "perhaps it is time for more of what you ordered last time:":
    "może czas na więcej tego, co było w ostatnim zamówieniu:",
  "Order again": "Zamów ponownie",
  "What will be your next one?": "Co będzie następne?",
  "Chosen to go with your first order.": "Wybrane do Twojego pierwszego zamówienia.",
  "Ready for more?": "Masz ochotę na więcej?",
  "we hope that you enjoy your first order. Here is what goes well with it:":
    "mamy nadzieję, że pierwsze zamówienie Cię cieszy. Oto co do niego pasuje:",
  "To the shop": "Do sklepu",
  "New since your first order": "Nowości od Twojego pierwszego zamówienia",
  "Have a look at what has come in.": "Zobacz, co do nas przyszło.",
  "New since your visit": "Nowości od Twojej wizyty",
  "some things have come in since you ordered:": "od Twojego zamówienia przyszło kilka rzeczy:",
  "your cart is still here:": "Twój koszyk nadal tu jest:",
  "Back to your cart": "Wróć do koszyka",
  "Your cart is waiting for you": "Twój koszyk czeka na Ciebie",
  "We kept it. Is anything unclear?": "Zachowaliśmy go. Coś jest niejasne?",
  "We kept your cart": "Zachowaliśmy Twój koszyk",
  "here is what you chose:": "oto Twój wybór:",
  "Is anything unclear? Just reply, and we help.": "Coś jest niejasne? Po prostu odpowiedz, a pomożemy.",
  "Did something go wrong?": "Coś poszło nie tak?",
  "Your order is nearly done.": "Twoje zamówienie jest prawie gotowe.",
  "Nearly done": "Prawie gotowe",
  "you were about to order this, and it is still here:": "ten wybór był o krok od zamówienia i nadal tu jest:",
  "Did something not work? Just reply, and we help.": "Coś nie zadziałało? Po prostu odpowiedz, a pomożemy.",
  "Shall we keep it for you?": "Zachować to dla Ciebie?",
  "A last reminder of your order.": "Ostatnie przypomnienie o zamówieniu.",
  "Shall we keep it?": "Zachować to?",
  "this is our last reminder. What you chose can still be ordered:":
    "to nasze ostatnie przypomnienie. Swój wybór możesz jeszcze zamówić:",
  "May we help you to choose?": "Pomóc Ci w wyborze?",
  "A person from our team is there for you.": "Ktoś z naszego zespołu jest do Twojej dyspozycji.",
  "May we help?": "Możemy pomóc?",
  "a larger order is worth a second thought. If you have a question about size, delivery or returns, reply to this mail: a person from our team answers.":
    "większe zamówienie warto przemyśleć. Jeśli masz pytanie o rozmiar, dostawę lub zwroty, odpowiedz na tę wiadomość: odpisze ktoś z naszego zespołu.",
  "{{ account.name }}: your cart is still here. {{ cart.url }} Reply STOP to get no more texts.":
    "{{ account.name }}: koszyk nadal czeka. {{ cart.url }} Koniec SMS: odpisz STOP.",
  "Your cart is still here": "Twój koszyk nadal tu jest",
  "We kept it for you.": "Zachowaliśmy go dla Ciebie.",
  "A last look at your cart?": "Ostatni rzut oka na koszyk?",
  "It may soon be gone.": "Może wkrótce zniknąć.",
  "A last look?": "Ostatni rzut oka?",
  "this is our last reminder of your cart:": "to nasze ostatnie przypomnienie o koszyku:",
  "{{ product.title | default: 'Still thinking about it?' }}":
    "{{ product.title | default: 'Jeszcze się zastanawiasz?' }}",
  "You had a look at it. Is it the right one?": "Oglądasz to. Czy to właściwy wybór?",
  "you had a look at this:": "oglądasz ten produkt:",
  "{{ product.title | default: 'The product' }}": "{{ product.title | default: 'Produkt' }}",
  "See it in the shop": "Zobacz w sklepie",
  "Any questions about it? Just reply.": "Masz pytania? Odpowiedz na tę wiadomość.",
  "{{ product.title | default: 'Your product' }} is back":
    "{{ product.title | default: 'Twój produkt' }} – znów dostępny",
  "You asked us to tell you.": "Zgodnie z prośbą dajemy znać.",
  "It is back": "Znów jest",
  "you asked us to tell you, and now it is in stock again:":
    "zgodnie z prośbą dajemy znać, że produkt znów jest dostępny:",
  "{{ product.title | default: 'A product you looked at' }} costs less now":
    "{{ product.title | default: 'Oglądany produkt' }} kosztuje teraz mniej",
  "You looked at it, and it is cheaper.": "Oglądany produkt jest tańszy.",
  "It costs less now": "Kosztuje teraz mniej",
  "what you looked at was {{ product.old_price | money: product.currency }}, and costs less now:":
    "to, co oglądasz, kosztowało {{ product.old_price | money: product.currency }}, a teraz kosztuje mniej:",
  "Is there anything we can do better?": "Czy możemy zrobić coś lepiej?",
  "Tell us. A person reads it.": "Powiedz nam. Przeczyta to człowiek.",
  "Anything we can do better?": "Co możemy zrobić lepiej?",
  "we would like to have you back. If something was not as you hoped, just reply: a person reads it.":
    "chętnie zobaczymy Cię znowu. Jeśli coś było nie tak, po prostu odpowiedz: przeczyta to człowiek.",
  "Give us another look": "Zajrzyj do nas znowu",
  "Shall we still write to you?": "Czy mamy dalej do Ciebie pisać?",
  "If not, one click is enough.": "Jeśli nie, wystarczy jedno kliknięcie.",
  "Shall we go on?": "Czy mamy pisać dalej?",
  "you have not ordered for a year. If our letters are of no use to you, unsubscribe below: one click is enough, and no hard feelings.":
    "od roku nie było od Ciebie zamówienia. Jeśli nasze wiadomości Ci się nie przydają, wypisz się poniżej: wystarczy jedno kliknięcie, bez urazy.",
  "If you like to stay, have a look at what is new.": "Jeśli chcesz zostać, zobacz, co nowego.",
  "Stay, and see what is new": "Zostań i zobacz nowości",
  "Five times thank you": "Pięć razy dziękujemy",
  "You are one of our best customers.": "Jesteś wśród naszych najlepszych klientów.",
  "You are one of our best": "Jesteś wśród najlepszych",
  "this is your fifth order with us, and we noticed. Thank you for coming back again and again.":
    "to Twoje piąte zamówienie u nas i zauważyliśmy to. Dziękujemy, że ciągle wracasz.",
  "Is there something that you would like to see in our shop? Reply and tell us.":
    "Czy jest coś, co chętnie zobaczysz w naszym sklepie? Odpowiedz i powiedz nam.",
  "{{ account.name }}: welcome, {{ contact.first_name | default: 'and thank you' }}! Have a look: https://shop.example/ Reply STOP to get no more texts.":
    "{{ account.name }}: witamy, {{ contact.first_name | default: 'drogi Kliencie' }}! Zajrzyj do nas: https://shop.example/ Koniec SMS: odpisz STOP."
}
