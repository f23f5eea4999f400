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
  placeOf,
} from '#domain/inspection.ts'
import type { DamageView } from '#features/fleet/damages/schema.ts'
import { twiceOf } from '#domain/week.ts'
import { readAlso, readAt, typedAlso, typedAt } from '#features/fleet/vehicles/schema.ts'
import { givenKilometres, line, lines, reference, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/**
 * Doubts that the office has to check. A late inspection may have kilometres that contradict others, a car that
 * somebody else has, an hour that occurs twice, or a driver who both signed and refused. Any inspection may be a
 * hand-over that another phone recorded too.
 */
export type InspectionDoubt = 'kilometres' | 'holder' | 'twice' | 'hour' | 'signature'

/** A photo as it was sent, or the reason why there is none. */
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
  /** When its driver was corrected, for one recorded with the wrong driver. */
  correctedAt: string | null
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

/** Maximum number of damages marked in one inspection. */
const MAX_MARKS = 40
const column = z.array(z.string()).max(MAX_MARKS).default([])
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
/** The reason why the kilometres are fewer than before. */
export const whyFewer = text(200)
/** The reason why a side has no photo. */
export const whyMissing = text(200)
export const inspectionNotes = lines(2_000)
export const officeSigned = line(80)
export const driverSigned = text(80)
export const driverRefused = text(200)

const photo = z.instanceof(File).optional()
const photos = Object.fromEntries([...SIDES, ...CORNERS].map((side) => [`photo-${side}`, photo]))
/** The photo of the damage in each row of the form, by the row's number; a row without a photo sends nothing. */
const closeUps = Object.fromEntries(Array.from({ length: MAX_MARKS }, (_, row) => [`damagePhoto-${row}`, photo]))
const missing = Object.fromEntries(SIDES.map((side) => [`missing-${side}`, whyMissing.default('')]))

/** The photo of a side, or the reason why there is none. */
function shotOf(typed: object, side: Side): Shot {
  const file: unknown = Reflect.get(typed, `photo-${side}`)
  const reason: unknown = Reflect.get(typed, `missing-${side}`)
  return {
    side,
    file: file instanceof File && file.size > 0 ? file : null,
    reason: typeof reason === 'string' ? reason : '',
  }
}

type Evidence = {
  kind: InspectionKind
  late?: 'on' | undefined
  driverId: string | null
  driverSigned: string
  driverRefused: string
}

/**
 * Requires of a hand-over its driver, a photo of each side or the reason why there is none, and a signature or the
 * reason why there is none.
 */
function requireWhole(typed: Evidence, ctx: z.RefinementCtx): void {
  if (typed.kind !== 'out' && typed.kind !== 'in') return
  const reportProblem = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
  if (typed.driverId === null) reportProblem('driverId', 'field.choice')
  if (typed.driverSigned === '' && typed.driverRefused === '') reportProblem('driverSigned', 'field.signed')
  // A driver either signs or refuses. Nobody can be asked about a late inspection any more, so both are saved as a
  // doubt.
  if (typed.driverSigned !== '' && typed.driverRefused !== '' && typed.late !== 'on')
    reportProblem('driverRefused', 'field.signed-or-refused')
  for (const side of SIDES) {
    const { file, reason } = shotOf(typed, side)
    if (file === null && reason === '') reportProblem(`photo-${side}`, 'field.photo')
  }
}

/** The form of an inspection, sent from the page itself or later from a phone without a network (`late`). */
export const inspectionInput = z
  .looseObject({
    sentKey: z.guid('field.invalid'),
    kind: z.enum(INSPECTION_KINDS, 'field.choice'),
    driverId: optionalId,
    ...typedAt,
    ...typedAlso,
    late: z.literal('on').optional(),
    kilometres: givenKilometres(),
    // The form sends it only for fewer kilometres than before.
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
    // The form of a check without a hand-over has no driver who signs or refuses.
    driverSigned: driverSigned.default(''),
    driverSignature: photo,
    driverRefused: driverRefused.default(''),
    ...photos,
    ...missing,
    ...closeUps,
  })
  // Checks the form even when fields are wrong, so that everything missing is named together: nobody should have to
  // walk round the car twice.
  .superRefine(requireWhole, { when: () => true })
  .transform((typed, ctx) => {
    const reportProblem = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    const isLate = typed.late === 'on'
    // When the clocks go back an hour occurs twice. Nobody can be asked any more which of the two it was, so the
    // office has to check.
    const isEither = isLate && typed.atTimeTwice === ''
    const at = readAt(isEither ? { ...typed, atTimeTwice: 'first' } : typed, ctx)
    const isHandOver = typed.kind !== 'check'
    const sides = SIDES.map((side) => shotOf(typed, side))
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
      if (!read.success) reportProblem('damageType', 'field.damage')
      const near = Reflect.get(typed, `damagePhoto-${row}`)
      const file = near instanceof File && near.size > 0 ? near : null
      if (!read.success) return []
      const [x, y] = placeOf(read.data.part, read.data.x, read.data.y)
      return [{ ...read.data, x, y, photo: file }]
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
/** The fields of an inspection that are saved, without the platforms on which the car changes hands too. */
export type InspectionInput = Omit<z.output<typeof inspectionInput>, 'alsoOn'>

/** The right driver of an inspection that was recorded with the wrong one. */
export const inspectionCorrection = record(
  { driverId: reference('page.inspections.form.chooseDriver'), reason: line(200) },
  (name) => `page.inspections.correction.${name}`,
)
