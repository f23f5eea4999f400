import { z } from 'zod'
import { DECLARATIONS, INJURIES } from '#domain/accident.ts'
import { REPORT_KINDS, type ReportState } from '#domain/damage-report.ts'
import type { DriverName } from '#domain/driver.ts'
import { DAMAGE_TYPES, PART_NAMES, SEVERITIES } from '#domain/inspection.ts'
import { readAt, typedAt } from '#features/fleet/vehicles/schema.ts'
import {
  choice,
  choiceOrNone,
  givenLines,
  inCase,
  openChoice,
  paper,
  reason,
  referenceOrNone,
  sentFiles,
  text,
} from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** Maximum number of photos of one report: enough for all sides of a car and of the other one. */
export const MAX_PHOTOS = 8

const OF_ACCIDENT = {
  injured: inCase(choice(INJURIES, (injury) => `page.accidents.injuries.${injury}`)),
  amicable: inCase(choice(DECLARATIONS, (declaration) => `page.accidents.declarations.${declaration}`)),
  otherName: inCase(text(120)),
  otherPlate: inCase(text(20)),
  otherInsurer: inCase(text(80)),
  otherPolicy: inCase(text(40)),
  police: inCase(text(80)),
  policeNumber: inCase(text(40)),
}
/** The fields of a driver's report, without its moment and its car. */
export const reportRecord = record(
  {
    kind: openChoice(REPORT_KINDS, (kind) => `page.damageReports.kinds.${kind}`),
    place: text(160, { required: true }),
    account: givenLines(2_000),
    type: choiceOrNone(DAMAGE_TYPES, (type) => `page.inspections.types.${type}`, 'page.damageReports.unknown'),
    part: choiceOrNone(PART_NAMES, (part) => `page.inspections.parts.${part}`, 'page.damageReports.unknown'),
    severity: choiceOrNone(
      SEVERITIES,
      (severity) => `page.inspections.severities.${severity}`,
      'page.damageReports.unknown',
    ),
    ...OF_ACCIDENT,
    form: inCase(paper()),
  },
  (name) => `page.damageReports.${name}`,
  ['vehicleId', 'at', 'place', 'account', 'kind', ['type', 'part'], 'severity'],
  {
    tells: {
      kind: 'state',
      place: 'words',
      account: 'words',
      type: 'state',
      part: 'state',
      severity: 'state',
      injured: 'words',
      amicable: 'state',
      otherName: 'another',
      otherPlate: 'another',
      otherInsurer: 'another',
      otherPolicy: 'another',
      police: 'words',
      policeNumber: 'paper',
    },
    cases: { kind: { accident: [...Object.keys(OF_ACCIDENT), 'form'] } },
  },
)

const besides = z.object({
  // The form sends it only when the car is another than the driver's at that minute.
  vehicleId: referenceOrNone('page.damageReports.thatCar'),
  ...typedAt,
  atTime: typedAt.atTime.min(1, 'field.required'),
  photos: sentFiles(MAX_PHOTOS),
})

/** The form of a report, sent immediately or once there is a network again. */
export const reportInput = reportRecord.input
  .and(besides)
  .transform(({ atDay, atTime, atTimeTwice, ...said }, ctx) => ({
    ...said,
    at: readAt({ atDay, atTime, atTimeTwice }, ctx),
  }))
export type ReportInput = z.output<typeof reportInput>

/** The office's words on the damage when it confirms a report. */
export const confirmRecord = record(
  {
    type: choice(DAMAGE_TYPES, (type) => `page.inspections.types.${type}`, 'common.choose'),
    part: choice(PART_NAMES, (part) => `page.inspections.parts.${part}`, 'common.choose'),
    severity: choice(SEVERITIES, (severity) => `page.inspections.severities.${severity}`, 'common.choose'),
  },
  (name) => `page.damageReports.${name}`,
  [['type', 'part'], 'severity'],
)
export type Confirmed = z.output<typeof confirmRecord.input>

export const refusal = record({ reason: reason(300) }, () => 'page.damageReports.office.refuseField')
export const takingBack = record({ reason: reason(300) }, () => 'page.damageReports.office.reopenField')

/** The acts of the office on a report. */
export const reportAct = z.discriminatedUnion('intent', [
  confirmRecord.input.extend({ intent: z.literal('confirm') }),
  refusal.input.extend({ intent: z.literal('refuse') }),
  takingBack.input.extend({ intent: z.literal('reopen') }),
])
export type ReportAct = z.output<typeof reportAct>

/** The act of a driver on their own report. */
export const ownReportAct = z.object({ intent: z.literal('withdraw') })

/** A report as its pages show it. Moments are text. */
export type ReportView = Omit<z.output<typeof reportRecord.input>, 'form'> & {
  id: string
  vehicle: { id: string; plate: string }
  /** The driver who reports. */
  driver: DriverName
  /** The driver who had the car at that minute, as known when the report came. */
  holder: DriverName | null
  at: string
  sentAt: string
  /** The ids of the photos. */
  photos: readonly string[]
  /** The name of the photographed declaration. */
  form: string | null
  state: ReportState
  /** The reason of a refusal. */
  answer: string
  decidedAt: string | null
  damageId: string | null
  accidentId: string | null
}
