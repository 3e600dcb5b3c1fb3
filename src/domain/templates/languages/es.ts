import type { TemplateTexts } from "../translateTemplate.ts"

/** The texts of the templates in Spanish. */
export const es: TemplateTexts = {
  "Welcome to {{ account.name }}": "Te damos la bienvenida a {{ account.name }}",
  "Good to have you here. A few things to begin with.": "Nos alegra que estés aquí. Algunas ideas para empezar.",
  "Hello {{ contact.first_name | default: 'there' }}, welcome!":
    "¡Hola, {{ contact.first_name | default: 'qué tal' }}! Te damos la bienvenida",
  "Thank you for joining us. We write when there is something worth your time: new products, offers, and now and then a story from behind the scenes.":
    "Gracias por unirte. Escribimos cuando merece la pena: novedades, ofertas y, de vez en cuando, una historia de nuestro día a día.",
  "Any questions? Just reply to this mail. A person reads it.":
    "¿Alguna pregunta? Responde a este correo. Lo lee una persona.",
  "Look around the shop": "Ver la tienda",
  "What others like": "Lo que gusta a los demás",
  "See it": "Ver",
  "News from {{ account.name }}": "Noticias de {{ account.name }}",
  "What we have been up to, and what is coming.": "Lo que hemos hecho y lo que viene.",
  "News from us": "Noticias nuestras",
  "Hello {{ contact.first_name | default: 'there' }},": "Hola, {{ contact.first_name | default: 'qué tal' }}:",
  "here is what happened at our place since we last wrote.":
    "Esto es lo que ha pasado por aquí desde la última vez que escribimos.",
  "What we have been working on": "En qué hemos trabajado",
  "Tell your first story here: how something is made, who makes it, or what you have learned.":
    "Cuenta aquí tu primera historia: cómo se hace algo, quién lo hace o qué has aprendido.",
  "What is coming": "Lo que viene",
  "Tell your second story here: a date to note, a new product, or something that you are proud of.":
    "Cuenta aquí tu segunda historia: una fecha que apuntar, un producto nuevo o algo de lo que sientas orgullo.",
  "Visit the shop": "Visitar la tienda",
  "New at {{ account.name }}": "Novedades en {{ account.name }}",
  "Just in: have a first look.": "Recién llegado: échale un primer vistazo.",
  "Just in": "Recién llegado",
  "We have something new for you. Here is a first look, before the word gets around.":
    "Tenemos algo nuevo para ti. Aquí va un primer vistazo, antes de que corra la voz.",
  "See all that is new": "Ver todas las novedades",
  "Our sale has begun": "Empiezan nuestras rebajas",
  "Some favourites cost less now, while they last.": "Algunos favoritos cuestan menos, hasta agotar existencias.",
  "The sale is on": "Ya hay rebajas",
  "Some of our favourites cost less now. What is gone will not come back at this price, so have a look.":
    "Algunos de nuestros favoritos cuestan menos ahora. Lo que se agote no volverá a este precio, así que echa un vistazo.",
  "The lower prices are in the shop already: no code is needed":
    "Los precios rebajados ya están en la tienda: no hace falta ningún código",
  "They hold while stocks last": "Valen hasta agotar existencias",
  "To the sale": "Ver las rebajas",
  "Most wanted": "Lo más buscado",
  "Some prices have come down": "Algunos precios han bajado",
  "Have another look: it may cost less now.": "Échale otro vistazo: puede que ahora cueste menos.",
  "Costs less now": "Ahora cuesta menos",
  "We have lowered some prices. Have another look at what caught your eye:":
    "Hemos bajado algunos precios. Vuelve a mirar lo que te gustó:",
  "See the new prices": "Ver los precios nuevos",
  "Back in stock": "De nuevo en existencias",
  "Sold out for a while, here again.": "Estuvo agotado y ha vuelto.",
  "Here again": "Ya ha vuelto",
  "Many of you asked, and now they are back: the favourites that were sold out.":
    "Mucha gente lo pidió y ya están aquí: los favoritos que se habían agotado.",
  "Get yours": "Lo quiero",
  "You left something in your cart": "Has dejado algo en tu carrito",
  "It is still here for you.": "Sigue aquí para ti.",
  "Still thinking about it?": "¿Aún te lo piensas?",
  "you left something with us. We kept it for you:": "Te dejaste algo en nuestra tienda. Te lo hemos guardado:",
  "Back to the shop": "Volver a la tienda",
  "Is anything unclear, or did something not work? Just reply, and we help.":
    "¿Algo no está claro o no ha funcionado? Responde y te ayudamos.",
  "Thank you for your order": "Gracias por tu pedido",
  "We are glad that you chose us.": "Nos alegra que nos hayas elegido.",
  "Thank you!": "¡Gracias!",
  "thank you for your order. Behind {{ account.name }} are people who are glad of each one.":
    "Gracias por tu pedido. Detrás de {{ account.name }} hay personas que se alegran de cada uno.",
  "If anything is not as you hoped, just reply. We put it right.":
    "Si algo no es como esperabas, responde a este correo. Lo arreglamos.",
  "How do you like it?": "¿Qué te parece?",
  "A few words from you help others to choose.": "Unas palabras tuyas ayudan a otros a elegir.",
  "you have had your order for a while now. Would you tell others what you think of it? Good or bad, a few words help them to choose, and us to get better.":
    "Ya hace un tiempo que tienes tu pedido. ¿Contarías a otros qué te parece? Bueno o malo, unas palabras les ayudan a elegir y a nosotros a mejorar.",
  "Write a review": "Escribir una opinión",
  "Something is not right? Please reply to this mail first, so that we can help.":
    "¿Algo no está bien? Responde primero a este correo para que podamos ayudarte.",
  "Goes well with your order": "Va bien con tu pedido",
  "What others chose together with it.": "Lo que otros eligieron con él.",
  "Goes well together": "Van bien juntos",
  "others who bought what you did also chose these:": "Quienes compraron lo mismo que tú también eligieron esto:",
  "We have not seen you in a while": "Hace tiempo que no te vemos",
  "A lot has come in since your last visit.": "Ha llegado mucho desde tu última visita.",
  "It has been a while": "Ha pasado un tiempo",
  "a lot has come in since you last ordered. Have a look at what is new:":
    "Ha llegado mucho desde tu último pedido. Mira las novedades:",
  "See what is new": "Ver las novedades",
  "Liked by others": "Lo que gusta a otros",
  "Happy birthday, {{ contact.first_name | default: 'there' }}!":
    "¡Feliz cumpleaños, {{ contact.first_name | default: 'de corazón' }}!",
  "All the best from all of us.": "Muchas felicidades de parte de todo el equipo.",
  "Happy birthday!": "¡Feliz cumpleaños!",
  "Dear {{ contact.first_name | default: 'there' }},": "Hola, {{ contact.first_name | default: 'qué tal' }}:",
  "all of us at {{ account.name }} wish you a wonderful day. Treat yourself to something nice: perhaps you find it here.":
    "Todo el equipo de {{ account.name }} te desea un día maravilloso. Date un capricho: quizá lo encuentres aquí.",
  "Find a present": "Buscar un regalo",
  "Where to begin at {{ account.name }}": "Por dónde empezar en {{ account.name }}",
  "The favourites of our customers.": "Los favoritos de nuestros clientes.",
  "Where to begin": "Por dónde empezar",
  "not sure where to begin? These are the favourites of our customers:":
    "¿No sabes por dónde empezar? Estos son los favoritos de nuestros clientes:",
  "See the whole shop": "Ver toda la tienda",
  "Welcome, and thank you for your first order": "Te damos la bienvenida, y gracias por tu primer pedido",
  "It is good to have you with us.": "Nos alegra tenerte con nosotros.",
  "Welcome!": "¡Te damos la bienvenida!",
  "thank you for your first order with us: {{ order.total | money: order.currency }}. We let you know when it is on its way.":
    "Gracias por tu primer pedido: {{ order.total | money: order.currency }}. Te avisaremos cuando esté en camino.",
  "Any questions? Just reply.": "¿Alguna pregunta? Responde a este correo.",
  "Your order {{ order.order_id }}": "Tu pedido {{ order.order_id }}",
  "We have it, and get to work.": "Ya lo tenemos y nos ponemos manos a la obra.",
  "we have received your order {{ order.order_id }}:": "Hemos recibido tu pedido {{ order.order_id }}:",
  "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Total: {{ order.total | money: order.currency }}</strong></p>":
    "<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Total: {{ order.total | money: order.currency }}</strong></p>",
  "Is anything wrong with it? Please reply soon, so that we can still change it.":
    "¿Hay algo que no esté bien? Responde pronto para que aún podamos cambiarlo.",
  "Thank you for your order {{ order.order_id }}": "Gracias por tu pedido {{ order.order_id }}",
  "We hope that all is as you like it.": "Esperamos que todo esté a tu gusto.",
  "your order {{ order.order_id }} has arrived. Thank you for choosing us!":
    "Tu pedido {{ order.order_id }} ha llegado. ¡Gracias por elegirnos!",
  "Running low?": "¿Se te está acabando?",
  "Order again in time.": "Vuelve a pedir a tiempo.",
  "perhaps it is time for more of what you ordered last time:":
    "Quizá sea hora de pedir más de lo que compraste la última vez:",
  "Order again": "Pedir de nuevo",
  "What will be your next one?": "¿Qué será lo próximo?",
  "Chosen to go with your first order.": "Elegido para combinar con tu primer pedido.",
  "Ready for more?": "¿Quieres más?",
  "we hope that you enjoy your first order. Here is what goes well with it:":
    "Esperamos que disfrutes de tu primer pedido. Esto va bien con él:",
  "To the shop": "Ir a la tienda",
  "New since your first order": "Novedades desde tu primer pedido",
  "Have a look at what has come in.": "Mira lo que ha llegado.",
  "New since your visit": "Novedades desde tu visita",
  "some things have come in since you ordered:": "Han llegado algunas cosas desde tu pedido:",
  "your cart is still here:": "Tu carrito sigue aquí:",
  "Back to your cart": "Volver a tu carrito",
  "Your cart is waiting for you": "Tu carrito te espera",
  "We kept it. Is anything unclear?": "Lo hemos guardado. ¿Algo no está claro?",
  "We kept your cart": "Hemos guardado tu carrito",
  "here is what you chose:": "Esto es lo que elegiste:",
  "Is anything unclear? Just reply, and we help.": "¿Algo no está claro? Responde y te ayudamos.",
  "Did something go wrong?": "¿Algo salió mal?",
  "Your order is nearly done.": "Tu pedido está casi listo.",
  "Nearly done": "Ya casi está",
  "you were about to order this, and it is still here:": "Estabas a punto de pedir esto, y sigue aquí:",
  "Did something not work? Just reply, and we help.": "¿Algo no ha funcionado? Responde y te ayudamos.",
  "Shall we keep it for you?": "¿Te lo guardamos?",
  "A last reminder of your order.": "Un último recordatorio de tu pedido.",
  "Shall we keep it?": "¿Lo guardamos?",
  "this is our last reminder. What you chose can still be ordered:":
    "Este es nuestro último recordatorio. Todavía puedes pedir lo que elegiste:",
  "May we help you to choose?": "¿Te ayudamos a elegir?",
  "A person from our team is there for you.": "Una persona de nuestro equipo está para ayudarte.",
  "May we help?": "¿Podemos ayudarte?",
  "a larger order is worth a second thought. If you have a question about size, delivery or returns, reply to this mail: a person from our team answers.":
    "Un pedido grande merece pensarse dos veces. Si tienes preguntas sobre tallas, envío o devoluciones, responde a este correo: te contesta una persona de nuestro equipo.",
  "{{ account.name }}: your cart is still here. {{ cart.url }} Reply STOP to get no more texts.":
    "{{ account.name }}: tu carrito te espera. {{ cart.url }} Para dejar de recibir SMS, responde STOP.",
  "Your cart is still here": "Tu carrito sigue aquí",
  "We kept it for you.": "Te lo hemos guardado.",
  "A last look at your cart?": "¿Un último vistazo a tu carrito?",
  "It may soon be gone.": "Puede que pronto ya no esté.",
  "A last look?": "¿Un último vistazo?",
  "this is our last reminder of your cart:": "Este es nuestro último recordatorio de tu carrito:",
  "{{ product.title | default: 'Still thinking about it?' }}": "{{ product.title | default: '¿Aún te lo piensas?' }}",
  "You had a look at it. Is it the right one?": "Lo has mirado. ¿Es lo que buscas?",
  "you had a look at this:": "Has mirado esto:",
  "{{ product.title | default: 'The product' }}": "{{ product.title | default: 'El producto' }}",
  "See it in the shop": "Ver en la tienda",
  "Any questions about it? Just reply.": "¿Alguna pregunta sobre esto? Responde a este correo.",
  "{{ product.title | default: 'Your product' }} is back": "{{ product.title | default: 'Tu producto' }} ha vuelto",
  "You asked us to tell you.": "Nos pediste que te avisáramos.",
  "It is back": "Está de vuelta",
  "you asked us to tell you, and now it is in stock again:":
    "Nos pediste que te avisáramos, y ya está otra vez en existencias:",
  "{{ product.title | default: 'A product you looked at' }} costs less now":
    "{{ product.title | default: 'Un producto que miraste' }} cuesta menos ahora",
  "You looked at it, and it is cheaper.": "Lo miraste, y ahora es más barato.",
  "It costs less now": "Cuesta menos ahora",
  "what you looked at was {{ product.old_price | money: product.currency }}, and costs less now:":
    "Lo que miraste costaba {{ product.old_price | money: product.currency }} y ahora cuesta menos:",
  "Is there anything we can do better?": "¿Podemos hacer algo mejor?",
  "Tell us. A person reads it.": "Dínoslo. Lo lee una persona.",
  "Anything we can do better?": "¿Qué podemos mejorar?",
  "we would like to have you back. If something was not as you hoped, just reply: a person reads it.":
    "Nos gustaría que volvieras. Si algo no fue como esperabas, responde a este correo: lo lee una persona.",
  "Give us another look": "Volver a visitarnos",
  "Shall we still write to you?": "¿Quieres que sigamos escribiéndote?",
  "If not, one click is enough.": "Si no, basta con un clic.",
  "Shall we go on?": "¿Seguimos?",
  "you have not ordered for a year. If our letters are of no use to you, unsubscribe below: one click is enough, and no hard feelings.":
    "Hace un año que no pides nada. Si nuestros correos no te sirven, date de baja más abajo: basta con un clic, sin rencores.",
  "If you like to stay, have a look at what is new.": "Si quieres quedarte, mira las novedades.",
  "Stay, and see what is new": "Quedarme y ver las novedades",
  "Five times thank you": "Cinco veces gracias",
  "You are one of our best customers.": "Eres de nuestros mejores clientes.",
  "You are one of our best": "Eres de los mejores",
  "this is your fifth order with us, and we noticed. Thank you for coming back again and again.":
    "Este es tu quinto pedido, y nos hemos dado cuenta. Gracias por volver una y otra vez.",
  "Is there something that you would like to see in our shop? Reply and tell us.":
    "¿Hay algo que te gustaría ver en nuestra tienda? Responde y cuéntanoslo.",
  "{{ account.name }}: welcome, {{ contact.first_name | default: 'and thank you' }}! Have a look: https://shop.example/ Reply STOP to get no more texts.":
    "{{ account.name }}: te damos la bienvenida, {{ contact.first_name | default: 'y gracias' }}. Echa un vistazo: https://shop.example/ Para dejar de recibir SMS, responde STOP."
}
