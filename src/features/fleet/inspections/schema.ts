import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import {
  CHECKS,
  CORNERS,
  type Check,
  DAMAGE_TYPES,
  INSPECTION_KINDS,
  type InspectionKind,
  PART_NAMES,
  SEVERITIES,
  SIDES,
  type Side,
} from '#domain/inspection.ts'
import type { DamageView } from '#features/fleet/damages/schema.ts'
import { twiceOf } from '#domain/week.ts'
import { readAlso, readAt, typedAlso, typedAt } from '#features/fleet/vehicles/schema.ts'
import { givenKilometres, line, lines, text } from '#forms/fields.ts'

/**
 * What the office looks at once more: of an inspection that came late, kilometres that contradict others, or that somebody else has
 * the car, an hour that comes twice, and who both signed and refused; of any, that the same hand-over was filled in by another
 * phone too.
 */
export type InspectionDoubt = 'kilometres' | 'holder' | 'twice' | 'hour' | 'signature'

/** A photo as it is sent, or why there is none. */
type Shot = { side: Side; file: File | null; reason: string }

export type InspectionPhoto = { id: number; side: Side; missing: string | null }

/** An inspection as its page shows it. Moments are text. */
export type InspectionView = {
  id: string
  vehicle: { id: string; plate: string }
  kind: InspectionKind
  driver: DriverName | null
  at: string
  kilometres: number
  energy: number | null
  checklist: readonly Check[]
  notes: string
  officeSigned: string
  driverSigned: string | null
  driverRefused: string | null
  signatures: { office: boolean; driver: boolean }
  doubts: readonly InspectionDoubt[]
  receivedAt: string
  photos: readonly InspectionPhoto[]
  damages: readonly DamageView[]
}

const energy = z
  .string()
  .default('')
  .transform((typed, ctx) => {
    if (typed.trim() === '') return null
    const read = Number(typed)
    if (Number.isInteger(read) && read >= 0 && read <= 100) return read
    ctx.addIssue({ code: 'custom', message: 'field.number' })
    return z.NEVER
  })

/** The most damages that one inspection marks. */
const MOST_MARKED = 40
const column = z.array(z.string()).max(MOST_MARKED).default([])
const marked = z.object({
  type: z.enum(DAMAGE_TYPES, 'field.choice'),
  part: z.enum(PART_NAMES, 'field.choice'),
  x: z.coerce.number().int().min(0).max(1_000),
  y: z.coerce.number().int().min(0).max(1_000),
  severity: z.enum(SEVERITIES, 'field.choice'),
  isNew: z.boolean(),
  note: z.string().trim().max(200),
})

const optionalId = z
  .union([z.guid(), z.literal('')])
  .default('')
  .transform((id) => id || null)
/** What is typed into an inspection; the photos, the damage and the signatures are of its form. */
export const whyFewer = text(200)
export const whyMissing = text(200)
export const inspectionNotes = lines(2_000)
export const officeSigned = line(80)
export const driverSigned = text(80)
export const driverRefused = text(200)

const photo = z.instanceof(File).optional()
const photos = Object.fromEntries([...SIDES, ...CORNERS].map((side) => [`photo-${side}`, photo]))
/** Of the damage in each row of the form, by the place of the row: a row without one sends nothing. */
const closeUps = Object.fromEntries(Array.from({ length: MOST_MARKED }, (_, row) => [`damagePhoto-${row}`, photo]))
const missing = Object.fromEntries(SIDES.map((side) => [`missing-${side}`, whyMissing.default('')]))

/** An inspection as the form sends it, from the page itself or later from a phone that had no network (`late`). */
export const inspectionInput = z
  .looseObject({
    sentKey: z.guid('field.invalid'),
    kind: z.enum(INSPECTION_KINDS, 'field.choice'),
    driverId: optionalId,
    ...typedAt,
    ...typedAlso,
    late: z.literal('on').optional(),
    kilometres: givenKilometres(),
    // Only of fewer than were read before.
    kilometresReason: whyFewer.default(''),
    energy,
    checklist: z.array(z.enum(CHECKS)).default([]),
    notes: inspectionNotes,
    damageType: column,
    damagePart: column,
    damageX: column,
    damageY: column,
    damageSeverity: column,
    damageIsNew: column,
    damageNote: column,
    officeSigned,
    officeSignature: photo,
    // Of a car that is only looked at, its form has neither.
    driverSigned: driverSigned.default(''),
    driverSignature: photo,
    driverRefused: driverRefused.default(''),
    ...photos,
    ...missing,
    ...closeUps,
  })
  .transform((typed, ctx) => {
    const wrong = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    const isLate = typed.late === 'on'
    // Nobody can be asked any more which of both it was: it is looked at once more instead.
    const isEither = isLate && typed.atTimeTwice === ''
    const at = readAt(isEither ? { ...typed, atTimeTwice: 'first' } : typed, ctx)
    const isHandOver = typed.kind !== 'check'
    if (isHandOver && typed.driverId === null) wrong('driverId', 'field.choice')
    if (isHandOver && typed.driverSigned === '' && typed.driverRefused === '') wrong('driverSigned', 'field.signed')
    // Who signed did not refuse: it is evidence of one or of the other. What waited on a phone cannot be asked any more.
    if (isHandOver && typed.driverSigned !== '' && typed.driverRefused !== '' && !isLate)
      wrong('driverRefused', 'field.signed-or-refused')
    const sides = SIDES.map((side): Shot => {
      const [file, reason] = [Reflect.get(typed, `photo-${side}`), String(Reflect.get(typed, `missing-${side}`) ?? '')]
      const taken = file instanceof File && file.size > 0 ? file : null
      if (isHandOver && taken === null && reason === '') wrong(`photo-${side}`, 'field.photo')
      return { side, file: taken, reason }
    })
    const corners = CORNERS.flatMap((side): Shot[] => {
      const file = Reflect.get(typed, `photo-${side}`)
      return file instanceof File && file.size > 0 ? [{ side, file, reason: '' }] : []
    })
    const damages = typed.damageType.flatMap((type, row) => {
      if (type === '') return []
      const read = marked.safeParse({
        type,
        part: typed.damagePart[row],
        x: typed.damageX[row],
        y: typed.damageY[row],
        severity: typed.damageSeverity[row],
        isNew: typed.damageIsNew[row] !== 'known',
        note: typed.damageNote[row] ?? '',
      })
      if (!read.success) wrong('damageType', 'field.damage')
      const near = Reflect.get(typed, `damagePhoto-${row}`)
      const file = near instanceof File && near.size > 0 ? near : null
      return read.success ? [{ ...read.data, photo: file }] : []
    })
    const signed = typed.driverSigned || null
    return {
      sentKey: typed.sentKey,
      alsoOn: readAlso(typed),
      kind: typed.kind,
      driverId: isHandOver ? typed.driverId : null,
      at,
      isLate,
      isHourOpen: isEither && twiceOf(at) !== null,
      kilometres: typed.kilometres,
      kilometresReason: typed.kilometresReason,
      energy: typed.energy,
      sides: [...sides, ...corners],
      damages,
      checklist: typed.checklist,
      notes: typed.notes,
      officeSigned: typed.officeSigned,
      officeSignature: typed.officeSignature,
      driverSignature: signed ? typed.driverSignature : undefined,
      driverSigned: signed,
      driverRefused: typed.driverRefused || null,
    }
  })
/** What is kept of one; on which platforms the car changes hands as well is no part of it. */
export type InspectionInput = Omit<z.output<typeof inspectionInput>, 'alsoOn'>
