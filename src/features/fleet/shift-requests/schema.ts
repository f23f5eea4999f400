import { z } from 'zod'
import type { Hours } from '#domain/shift.ts'
import { kilometres, oneOfList, referenceOrNone, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import type { MessageKey } from '#messages/catalogue.ts'

export const REQUEST_KINDS = ['swap', 'give', 'take', 'offer'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]
/**
 * The states of a request. `accepted`: both drivers agreed, and the office has to confirm; `undone`: the change was
 * taken back.
 */
export type RequestState = 'open' | 'accepted' | 'done' | 'refused' | 'withdrawn' | 'undone'

/** Hours of a car on a day. */
export type Slot = Hours & { vehicleId: string; day: string }

/** A request as pages show it, with the names of people and cars. Moments are text. */
export type ShiftRequest = {
  id: string
  kind: RequestKind
  state: RequestState
  driver: { id: string; name: string } | null
  to: { id: string; name: string } | null
  takenBy: { id: string; name: string } | null
  slot: Slot & { plate: string }
  /** For a swap, the shift that is asked for in return. */
  inReturn: (Slot & { plate: string }) | null
  words: string
  /** Name of the driver whose departure withdrew it; `null` for any other request. */
  closedByLeaver: string | null
  askedAt: string
}

/** Whether the office has to answer: to a request for free hours, and to a swap that two drivers agreed on. */
export function waitsForOffice({ kind, state }: Pick<ShiftRequest, 'kind' | 'state'>): boolean {
  return state === 'accepted' || (state === 'open' && kind === 'take')
}

/**
 * The answers that the office can give to a request in its present state, the likely one first; none for a closed
 * request.
 */
export function answersOfOffice({ kind, state }: Pick<ShiftRequest, 'kind' | 'state'>): readonly OfficeAnswer[] {
  if (state === 'done') return ['undo']
  if (waitsForOffice({ kind, state })) return ['confirm', 'refuse']
  if (state !== 'open') return []
  return kind === 'offer' ? ['withdraw'] : ['refuse']
}

/** A slot as a form sends it: `car/2026-12-01/06:00/18:00`. */
const slot = z.string('field.choice').transform((sent, ctx): Slot => {
  const [vehicleId = '', day = '', starts = '', ends = ''] = sent.split('/')
  const isTime = (typed: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(typed)
  if (z.guid().safeParse(vehicleId).success && z.iso.date().safeParse(day).success && isTime(starts) && isTime(ends))
    return { vehicleId, day, starts, ends }
  ctx.addIssue({ code: 'custom', message: 'field.choice' })
  return z.NEVER
})

export function slotText({ vehicleId, day, starts, ends }: Slot): string {
  return [vehicleId, day, starts, ends].join('/')
}

/** Words that a driver adds to a request. */
const words = text(200)
const request = z.guid('field.choice')
const ofOwn = (name: 'slot' | 'inReturn' | 'to' | 'words'): MessageKey =>
  name === 'slot' ? 'page.shifts.own.freeSlot' : name === 'to' ? 'page.shifts.own.giveTo' : `page.shifts.own.${name}`

/** The form that asks for another shift in return for one of one's own. */
export const swapRecord = record({ inReturn: oneOfList(slot, { none: 'common.choose' }), words }, ofOwn, undefined, {
  besides: { intent: z.literal('swap'), slot },
})
/** The form that offers a shift to somebody else. */
export const giveRecord = record({ to: referenceOrNone('page.shifts.own.anybody') }, ofOwn, undefined, {
  besides: { intent: z.literal('give'), slot, words: words.default('') },
})
/** The form that asks for free hours. */
export const takeRecord = record({ slot: oneOfList(slot, { none: 'common.choose' }), words }, ofOwn, undefined, {
  besides: { intent: z.literal('take') },
})
/** The form with which a driver says that they now have the car. */
export const haveRecord = record({ kilometres: kilometres() }, () => 'page.odometer.besideHandOver', undefined, {
  besides: { intent: z.literal('have'), slot },
})

/** All acts of a driver on shifts. `to` is empty for a shift that anybody may take. */
export const ownAct = z.discriminatedUnion('intent', [
  swapRecord.input,
  giveRecord.input,
  takeRecord.input,
  z.object({ intent: z.literal('accept'), request }),
  z.object({ intent: z.literal('refuse'), request }),
  z.object({ intent: z.literal('withdraw'), request }),
  haveRecord.input,
])

export const OFFICE_ANSWERS = ['confirm', 'refuse', 'undo', 'withdraw'] as const
export type OfficeAnswer = (typeof OFFICE_ANSWERS)[number]

/** The office's answer to a request. */
export const officeAnswer = z.object({ intent: z.enum(OFFICE_ANSWERS) })

/** The form with which the office offers free hours: to one driver, or to all. */
export const offerRecord = record(
  { to: referenceOrNone('page.shifts.requests.offer.all'), words },
  (name) => (name === 'to' ? 'page.shifts.requests.offer.to' : 'page.shifts.own.words'),
  undefined,
  { besides: { slot } },
)
