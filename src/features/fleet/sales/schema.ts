import { z } from 'zod'
import { type Cents, ZERO } from '#domain/money.ts'
import { SALE_WAYS, type SaleWay } from '#domain/vehicle.ts'
import { givenDay, kilometres, money, reason, text } from '#forms/fields.ts'

/** How a car left the fleet. Days are text. */
export type SaleView = {
  id: string
  way: SaleWay
  leftOn: string
  buyer: string
  price: Cents | null
  kilometres: number | null
  file: string | null
}

/** A car leaves, or did not after all. */
export const saleAct = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('record'),
    way: z.enum(SALE_WAYS, 'field.choice'),
    leftOn: givenDay(),
    buyer: text(120),
    price: money().transform((amount) => (amount === ZERO ? null : amount)),
    kilometres: kilometres(),
    paper: z.instanceof(File).optional(),
  }),
  z.object({ intent: z.literal('withdraw'), reason: reason(300) }),
])
export type SaleAct = z.output<typeof saleAct>
