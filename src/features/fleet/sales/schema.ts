import { z } from 'zod'
import { type Cents, ZERO } from '#domain/money.ts'
import { SALE_WAYS, type SaleWay } from '#domain/vehicle.ts'
import { choice, givenDay, kilometres, money, paper, reason, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

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

const labelOf = (name: 'way' | 'leftOn' | 'buyer' | 'price' | 'kilometres' | 'paper' | 'reason') =>
  `page.sales.${name}` as const

/** The form of a car that leaves. */
export const saleRecord = record(
  {
    way: choice(SALE_WAYS, (way) => `page.sales.ways.${way}`),
    leftOn: givenDay('fleet', { until: 'today' }),
    buyer: text(120),
    price: money(),
    kilometres: kilometres(),
    paper: paper(),
  },
  labelOf,
  [['way', 'leftOn'], ['buyer', 'price'], 'kilometres', 'paper'],
  { besides: { intent: z.literal('record') } },
)
/** The reason why a sale is taken back: the car did not leave. */
export const keptRecord = record({ reason: reason(300) }, labelOf, undefined, {
  besides: { intent: z.literal('withdraw') },
})

/** The forms of a sale: one records it, the other takes it back. */
export const saleAct = z.discriminatedUnion('intent', [
  saleRecord.input.transform(({ price, ...rest }) => ({ ...rest, price: price === ZERO ? null : price })),
  keptRecord.input,
])
export type SaleAct = z.output<typeof saleAct>
