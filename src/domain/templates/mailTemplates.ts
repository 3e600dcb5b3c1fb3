import type { MailTemplate } from "./MailTemplate.ts"
import { abandonedCart } from "./mails/abandonedCart.ts"
import { backInStock } from "./mails/backInStock.ts"
import { birthday } from "./mails/birthday.ts"
import { crossSell } from "./mails/crossSell.ts"
import { newProducts } from "./mails/newProducts.ts"
import { newsletter } from "./mails/newsletter.ts"
import { priceDrop } from "./mails/priceDrop.ts"
import { review } from "./mails/review.ts"
import { sale } from "./mails/sale.ts"
import { thanks } from "./mails/thanks.ts"
import { welcome } from "./mails/welcome.ts"
import { winBack } from "./mails/winBack.ts"

/** The mails to begin with, in the order of the gallery. */
export const mailTemplates: ReadonlyArray<MailTemplate> = [
  welcome,
  newsletter,
  newProducts,
  sale,
  priceDrop,
  backInStock,
  abandonedCart,
  thanks,
  review,
  crossSell,
  winBack,
  birthday
]
