import { z } from 'zod'
import { DECLARATIONS, INJURIES } from '#domain/accident.ts'
import type { DriverName } from '#domain/driver.ts'
import { ZONE } from '#domain/week.ts'
import { choice, day, lines, moment, moneyOrNone, text, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The office's fields of an accident. */
export const accidentRecord = record(
  {
    happenedAt: moment({ until: 'today' }),
    place: text(160, { required: true }),
    account: lines(2_000),
    injured: choice(INJURIES, (injury) => `page.accidents.injuries.${injury}`),
    amicable: choice(DECLARATIONS, (declaration) => `page.accidents.declarations.${declaration}`),
    otherName: text(120),
    otherPlate: text(20),
    otherInsurer: text(80),
    otherPolicy: text(40),
    police: text(80),
    policeNumber: text(40),
    reportedOn: day(),
    claimNumber: text(40),
    excess: moneyOrNone(),
    paid: moneyOrNone({ atLeast: 1 }),
    paidOn: day('fleet', { until: 'today' }),
    closedOn: day('fleet', { until: 'today' }),
    closing: text(200),
  },
  (name) => `page.accidents.${name}`,
  [
    'happenedAt',
    'place',
    'account',
    ['injured', 'amicable'],
    {
      legend: 'page.accidents.otherSide',
      rows: [
        ['otherName', 'otherPlate'],
        ['otherInsurer', 'otherPolicy'],
      ],
    },
    {
      legend: 'page.accidents.afterwards',
      rows: [
        ['police', 'policeNumber'],
        ['reportedOn', 'claimNumber'],
      ],
    },
    {
      legend: 'page.accidents.ending',
      rows: ['excess', ['paid', 'paidOn'], ['closedOn', 'closing']],
    },
  ],
  {
    tells: {
      happenedAt: 'time',
      place: 'words',
      account: 'words',
      injured: 'words',
      amicable: 'state',
      otherName: 'another',
      otherPlate: 'another',
      otherInsurer: 'another',
      otherPolicy: 'another',
      police: 'words',
      policeNumber: 'paper',
      reportedOn: 'time',
      claimNumber: 'paper',
      excess: 'money',
      paid: 'money',
      paidOn: 'time',
      closedOn: 'time',
      closing: 'words',
    },
  },
)

export const accidentInput = accidentRecord.input
  .extend({ form: z.instanceof(File).optional() })
  // Nobody reports an accident before it happens.
  .refine(({ reportedOn, happenedAt }) => reportedOn === null || reportedOn >= dayOf(happenedAt), {
    path: ['reportedOn'],
    error: 'field.before-accident',
  })
  .refine(({ paidOn, happenedAt }) => paidOn === null || paidOn >= dayOf(happenedAt), {
    path: ['paidOn'],
    error: 'field.before-accident',
  })
  .refine(({ closedOn, happenedAt }) => closedOn === null || closedOn >= dayOf(happenedAt), {
    path: ['closedOn'],
    error: 'field.before-accident',
  })
  .refine(({ paid, paidOn }) => paid === null || paidOn !== null, { path: ['paidOn'], error: 'field.required' })
  .refine(({ paid, paidOn }) => paidOn === null || paid !== null, { path: ['paid'], error: 'field.required' })
  .refine(({ closing, closedOn }) => closing === '' || closedOn !== null, {
    path: ['closedOn'],
    error: 'field.required',
  })
export type AccidentInput = z.output<typeof accidentInput>

function dayOf(instant: Temporal.Instant): string {
  return instant.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}

/** The reason why there was no accident. */
export const accidentWithdrawal = record({ reason: line() }, () => 'page.accidents.withdraw.reason')

/** A withdrawn accident: why, and the damages that it had. */
export type WithdrawnAccident = { id: string; happenedAt: string; place: string; reason: string; damages: string[] }

/** An accident as its page shows it. Moments are text. */
export type AccidentView = Omit<AccidentFields, 'happenedAt'> & {
  id: string
  vehicle: { id: string; plate: string }
  driver: DriverName | null
  happenedAt: string
  form: string | null
}

type AccidentFields = z.output<typeof accidentRecord.input>
type OfReport = Omit<
  AccidentFields,
  | 'happenedAt'
  | 'place'
  | 'account'
  | 'reportedOn'
  | 'claimNumber'
  | 'excess'
  | 'paid'
  | 'paidOn'
  | 'closedOn'
  | 'closing'
>

/** The part of a driver's report from which an accident is made. */
export type ReportedAccident = Pick<AccidentFields, 'place' | 'account'> & {
  [Name in keyof OfReport]?: OfReport[Name] | undefined
} & {
  id: string
  vehicle: { id: string; plate: string }
  holder: { id: string } | null
  at: string
}
