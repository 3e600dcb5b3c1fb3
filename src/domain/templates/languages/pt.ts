import type { TemplateTexts } from "../translateTemplate.ts"

/** The texts of the templates in Portuguese. */
export const pt: TemplateTexts = {
  "Welcome to {{ account.name }}": "As boas-vindas a {{ account.name }}",
  "Good to have you here. A few things to begin with.": "É bom contar consigo. Algumas ideias para começar.",
  "Hello {{ contact.first_name | default: 'there' }}, welcome!":
    "Olá, {{ contact.first_name | default: 'a si' }}: as nossas boas-vindas!",
  "Thank you for joining us. We write when there is something worth your time: new products, offers, and now and then a story from behind the scenes.":
    "Obrigado por se juntar a nós. Escrevemos quando vale a pena: novidades, ofertas e, de vez em quando, uma história dos bastidores.",
  "Any questions? Just reply to this mail. A person reads it.":
    "Alguma dúvida? Responda a este e-mail. É lido por uma pessoa.",
  "Look around the shop": "Ver a loja",
  "What others like": "O que os outros apreciam",
  "See it": "Ver",
  "News from {{ account.name }}": "Notícias de {{ account.name }}",
  "What we have been up to, and what is coming.": "O que temos feito e o que aí vem.",
  "News from us": "Notícias nossas",
  "Hello {{ contact.first_name | default: 'there' }},": "Olá, {{ contact.first_name | default: 'a si' }},",
  "here is what happened at our place since we last wrote.":
    "Eis o que aconteceu por cá desde a última vez que escrevemos.",
  "What we have been working on": "Em que temos trabalhado",
  "Tell your first story here: how something is made, who makes it, or what you have learned.":
    "Conte aqui a sua primeira história: como se faz algo, quem o faz ou o que aprendeu.",
  "What is coming": "O que aí vem",
  "Tell your second story here: a date to note, a new product, or something that you are proud of.":
    "Conte aqui a sua segunda história: uma data a anotar, um novo produto ou algo de que se orgulha.",
  "Visit the shop": "Visitar a loja",
  "New at {{ account.name }}": "Novo em {{ account.name }}",
  "Just in: have a first look.": "Acabou de chegar: dê uma primeira olhadela.",
  "Just in": "Acabou de chegar",
  "We have something new for you. Here is a first look, before the word gets around.":
    "Temos algo novo para si. Aqui fica uma primeira olhadela, antes que se espalhe a notícia.",
  "See all that is new": "Ver todas as novidades",
  "Our sale has begun": "Os nossos saldos começaram",
  "Some favourites cost less now, while they last.": "Alguns favoritos custam menos, até acabar o stock.",
  "The sale is on": "Os saldos começaram",
  "Some of our favourites cost less now. What is gone will not come back at this price, so have a look.":
    "Alguns dos nossos favoritos custam agora menos. O que acabar não volta a este preço, por isso venha ver.",
  "The lower prices are in the shop already: no code is needed":
    "Os preços mais baixos já estão na loja: não é preciso código",
  "They hold while stocks last": "São válidos até acabar o stock",
  "To the sale": "Ver os saldos",
  "Most wanted": "Os mais procurados",
  "Some prices have come down": "Alguns preços baixaram",
  "Have another look: it may cost less now.": "Veja outra vez: pode custar menos agora.",
  "Costs less now": "Agora custa menos",
  "We have lowered some prices. Have another look at what caught your eye:":
    "Baixámos alguns preços. Veja outra vez o que lhe chamou a atenção:",
  "See the new prices": "Ver os novos preços",
  "Back in stock": "De novo em stock",
  "Sold out for a while, here again.": "Esteve esgotado e está de volta.",
  "Here again": "De volta",
  "Many of you asked, and now they are back: the favourites that were sold out.":
    "Muitos pediram, e aí estão: os favoritos que tinham esgotado.",
  "Get yours": "Quero o meu",
  "You left something in your cart": "Deixou algo no seu carrinho",
  "It is still here for you.": "Ainda está aqui à sua espera.",
  "Still thinking about it?": "Ainda a pensar?",
  "you left something with us. We kept it for you:": "Deixou algo connosco. Guardámo-lo para si:",
  "Back to the shop": "Voltar à loja",
  "Is anything unclear, or did something not work? Just reply, and we help.":
    "Algo não está claro ou não funcionou? Responda e ajudamos.",
  "Thank you for your order": "Obrigado pela sua encomenda",
  "We are glad that you chose us.": "Ficamos contentes por nos ter escolhido.",
  "Thank you!": "Obrigado!",
  "thank you for your order. Behind {{ account.name }} are people who are glad of each one.":
    "Obrigado pela sua encomenda. Por trás de {{ account.name }} há pessoas que se alegram com cada uma.",
  "If anything is not as you hoped, just reply. We put it right.":
    "Se algo não está como esperava, responda a este e-mail. Nós resolvemos.",
  "How do you like it?": "O que achou?",
  "A few words from you help others to choose.": "Algumas palavras suas ajudam outros a escolher.",
  "you have had your order for a while now. Would you tell others what you think of it? Good or bad, a few words help them to choose, and us to get better.":
    "Já tem a sua encomenda há algum tempo. Quer contar aos outros o que acha? Bem ou mal, algumas palavras ajudam os outros a escolher, e a nós a melhorar.",
  "Write a review": "Escrever uma opinião",
  "Something is not right? Please reply to this mail first, so that we can help.":
    "Algo não está bem? Responda primeiro a este e-mail, para que possamos ajudar.",
  "Goes well with your order": "Combina com a sua encomenda",
  "What others chose together with it.": "O que outros escolheram em conjunto.",
  "Goes well together": "Combinam bem",
  "others who bought what you did also chose these:": "Quem comprou o mesmo também escolheu estes:",
  "We have not seen you in a while": "Há algum tempo que não nos visita",
  "A lot has come in since your last visit.": "Chegou muita coisa desde a sua última visita.",
  "It has been a while": "Já passou algum tempo",
  "a lot has come in since you last ordered. Have a look at what is new:":
    "Chegou muita coisa desde a sua última encomenda. Veja as novidades:",
  "See what is new": "Ver as novidades",
  "Liked by others": "Apreciado por outros",
  "Happy birthday, {{ contact.first_name | default: 'there' }}!":
    "Feliz aniversário, {{ contact.first_name | default: 'de coração' }}!",
  "All the best from all of us.": "As maiores felicidades de todos nós.",
  "Happy birthday!": "Feliz aniversário!",
  "Dear {{ contact.first_name | default: 'there' }},": "Olá, {{ contact.first_name | default: 'a si' }},",
  "all of us at {{ account.name }} wish you a wonderful day. Treat yourself to something nice: perhaps you find it here.":
    "Todos nós em {{ account.name }} lhe desejamos um dia maravilhoso. Ofereça-se algo bonito: talvez o encontre aqui.",
  "Find a present": "Encontrar um presente",
  "Where to begin at {{ account.name }}": "Por onde começar em {{ account.name }}",
  "The favourites of our customers.": "Os favoritos dos nossos clientes.",
  "Where to begin": "Por onde começar",
  "not sure where to begin? These are the favourites of our customers:":
    "Não sabe por onde começar? Estes são os favoritos dos nossos clientes:",
  "See the whole shop": "Ver toda a loja",
  "Welcome, and thank you for your first order": "As boas-vindas, e obrigado pela sua primeira encomenda",
  "It is good to have you with us.": "É bom contar consigo.",
  "Welcome!": "As nossas boas-vindas!",
  "thank you for your first order with us: {{ order.total | money: order.currency }}. We let you know when it is on its way.":
    "Obrigado pela sua primeira encomenda: {{ order.total | money: order.currency }}. Avisamos quando estiver a caminho.",
  "Any questions? Just reply.": "Alguma dúvida? Responda a este e-mail.",
  "Your order {{ order.order_id }}": "A sua encomenda {{ order.order_id }}",
  "We have it, and get to work.": "Já a temos e vamos tratar dela.",
  "we have received your order {{ order.order_id }}:": "Recebemos a sua encomenda {{ order.order_id }}:",
  "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Total: {{ order.total | money: order.currency }}</strong></p>":
    "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Total: {{ order.total | money: order.currency }}</strong></p>",
  "Is anything wrong with it? Please reply soon, so that we can still change it.":
    "Há algo errado? Responda em breve, para que ainda possamos alterar.",
  "Thank you for your order {{ order.order_id }}": "Obrigado pela sua encomenda {{ order.order_id }}",
  "We hope that all is as you like it.": "Esperamos que esteja tudo a seu gosto.",
  "your order {{ order.order_id }} has arrived. Thank you for choosing us!":
    "A sua encomenda {{ order.order_id }} chegou. Obrigado por nos escolher!",
  "Running low?": "Está a acabar?",
  "Order again in time.": "Volte a encomendar a tempo.",
  "perhaps it is time for more of what you ordered last time:":
    "Talvez seja altura de repor o que encomendou da última vez:",
  "Order again": "Encomendar de novo",
  "What will be your next one?": "O que vem a seguir?",
  "Chosen to go with your first order.": "Escolhido para acompanhar a sua primeira encomenda.",
  "Ready for more?": "Quer mais?",
  "we hope that you enjoy your first order. Here is what goes well with it:":
    "Esperamos que goste da sua primeira encomenda. Eis o que combina com ela:",
  "To the shop": "Ir à loja",
  "New since your first order": "Novidades desde a sua primeira encomenda",
  "Have a look at what has come in.": "Veja o que chegou.",
  "New since your visit": "Novidades desde a sua visita",
  "some things have come in since you ordered:": "Chegaram algumas coisas desde a sua encomenda:",
  "your cart is still here:": "O seu carrinho ainda está aqui:",
  "Back to your cart": "Voltar ao carrinho",
  "Your cart is waiting for you": "O seu carrinho está à espera",
  "We kept it. Is anything unclear?": "Guardámo-lo. Algo não está claro?",
  "We kept your cart": "Guardámos o seu carrinho",
  "here is what you chose:": "Eis o que escolheu:",
  "Is anything unclear? Just reply, and we help.": "Algo não está claro? Responda e ajudamos.",
  "Did something go wrong?": "Algo correu mal?",
  "Your order is nearly done.": "A sua encomenda está quase pronta.",
  "Nearly done": "Quase pronta",
  "you were about to order this, and it is still here:": "Estava prestes a encomendar isto, e ainda está aqui:",
  "Did something not work? Just reply, and we help.": "Algo não funcionou? Responda e ajudamos.",
  "Shall we keep it for you?": "Guardamos para si?",
  "A last reminder of your order.": "Um último lembrete da sua encomenda.",
  "Shall we keep it?": "Guardamos?",
  "this is our last reminder. What you chose can still be ordered:":
    "Este é o nosso último lembrete. O que escolheu ainda pode ser encomendado:",
  "May we help you to choose?": "Podemos ajudar a escolher?",
  "A person from our team is there for you.": "Uma pessoa da nossa equipa está ao seu dispor.",
  "May we help?": "Podemos ajudar?",
  "a larger order is worth a second thought. If you have a question about size, delivery or returns, reply to this mail: a person from our team answers.":
    "Uma encomenda maior merece ser bem pensada. Se tem dúvidas sobre tamanho, entrega ou devoluções, responda a este e-mail: responde-lhe uma pessoa da nossa equipa.",
  "{{ account.name }}: your cart is still here. {{ cart.url }} Reply STOP to get no more texts.":
    "{{ account.name }}: o seu carrinho ainda espera por si. {{ cart.url }} Responda STOP para deixar de receber SMS.",
  "Your cart is still here": "O seu carrinho ainda está aqui",
  "We kept it for you.": "Guardámo-lo para si.",
  "A last look at your cart?": "Uma última olhadela ao seu carrinho?",
  "It may soon be gone.": "Pode desaparecer em breve.",
  "A last look?": "Uma última olhadela?",
  "this is our last reminder of your cart:": "Este é o nosso último lembrete do seu carrinho:",
  "{{ product.title | default: 'Still thinking about it?' }}": "{{ product.title | default: 'Ainda a pensar?' }}",
  "You had a look at it. Is it the right one?": "Esteve a vê-lo. É o que procura?",
  "you had a look at this:": "Esteve a ver isto:",
  "{{ product.title | default: 'The product' }}": "{{ product.title | default: 'O produto' }}",
  "See it in the shop": "Ver na loja",
  "Any questions about it? Just reply.": "Alguma dúvida sobre isto? Responda a este e-mail.",
  "{{ product.title | default: 'Your product' }} is back":
    "{{ product.title | default: 'O seu produto' }} está de volta",
  "You asked us to tell you.": "Pediu-nos para avisar.",
  "It is back": "Está de volta",
  "you asked us to tell you, and now it is in stock again:": "Pediu-nos para avisar, e já está de novo em stock:",
  "{{ product.title | default: 'A product you looked at' }} costs less now":
    "{{ product.title | default: 'Um produto que viu' }} custa agora menos",
  "You looked at it, and it is cheaper.": "Viu-o, e está mais barato.",
  "It costs less now": "Custa menos agora",
  "what you looked at was {{ product.old_price | money: product.currency }}, and costs less now:":
    "O que viu custava {{ product.old_price | money: product.currency }}, e agora custa menos:",
  "Is there anything we can do better?": "Podemos fazer algo melhor?",
  "Tell us. A person reads it.": "Diga-nos. É lido por uma pessoa.",
  "Anything we can do better?": "O que podemos melhorar?",
  "we would like to have you back. If something was not as you hoped, just reply: a person reads it.":
    "Gostávamos que voltasse. Se algo não foi como esperava, responda a este e-mail: é lido por uma pessoa.",
  "Give us another look": "Volte a visitar-nos",
  "Shall we still write to you?": "Continuamos a escrever-lhe?",
  "If not, one click is enough.": "Se não, basta um clique.",
  "Shall we go on?": "Continuamos?",
  "you have not ordered for a year. If our letters are of no use to you, unsubscribe below: one click is enough, and no hard feelings.":
    "Há um ano que não encomenda. Se os nossos e-mails não lhe são úteis, cancele a subscrição abaixo: basta um clique, sem ressentimentos.",
  "If you like to stay, have a look at what is new.": "Se quiser ficar, veja as novidades.",
  "Stay, and see what is new": "Ficar e ver as novidades",
  "Five times thank you": "Cinco vezes obrigado",
  "You are one of our best customers.": "É um dos nossos melhores clientes.",
  "You are one of our best": "É um dos melhores",
  "this is your fifth order with us, and we noticed. Thank you for coming back again and again.":
    "Esta é a sua quinta encomenda connosco, e reparámos. Obrigado por voltar sempre.",
  "Is there something that you would like to see in our shop? Reply and tell us.":
    "Há algo que gostaria de ver na nossa loja? Responda e diga-nos.",
  "{{ account.name }}: welcome, {{ contact.first_name | default: 'and thank you' }}! Have a look: https://shop.example/ Reply STOP to get no more texts.":
    "{{ account.name }}: as nossas boas-vindas, {{ contact.first_name | default: 'e obrigado' }}! Visite-nos: https://shop.example/ Responda STOP para deixar de receber SMS."
}
