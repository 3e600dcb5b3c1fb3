/**
 * Domains of free mail services, where anybody has an address: their DMARC policies have receivers refuse mail of others. The biggest of each
 * region, as https://github.com/Kikobeats/free-email-domains lists them (2026).
 */
const domains = new Set(
  `126.com 163.com aim.com aol.com arcor.de att.net bigpond.com bk.ru bluewin.ch bol.com.br btinternet.com charter.net comcast.net cox.net
  daum.net earthlink.net fastmail.com free.fr freenet.de freemail.hu gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net
  hey.com hushmail.com icloud.com inbox.ru interia.pl juno.com laposte.net libero.it list.ru mac.com mail.com mail.ru me.com msn.com
  naver.com neuf.fr ntlworld.com o2.pl online.de onet.pl optonline.net orange.fr passport.com pm.me posteo.de proton.me protonmail.ch
  protonmail.com qq.com rambler.ru rediffmail.com rocketmail.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com sohu.com
  t-online.de telenet.be tiscali.it tuta.com tutanota.com uol.com.br verizon.net virgilio.it virginmedia.com wanadoo.fr web.de wp.pl ya.ru
  yandex.com yandex.ru yeah.net ymail.com ziggo.nl zoho.com`.split(/\s+/)
)

// Services with a domain in each country.
const national = /^(?:yahoo|hotmail|live|outlook|windowslive)\.(?:[a-z]{2,3}|co\.[a-z]{2}|com\.[a-z]{2})$/

/** Whether a domain is of a free mail service. Pure. */
export const isFreeMail = (domain: string): boolean => domains.has(domain) || national.test(domain)
