import { z } from 'zod'
import { DRIVER_STATUSES } from '#domain/driver.ts'
import { readNif } from '#domain/identifiers.ts'
import { carriedNumber, choice, day, email, lines, optional, phone, text, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { optionalIban } from '#features/fleet/ibans/schema.ts'

/** The languages of messages to drivers. */
export const DRIVER_LANGUAGES = ['pt', 'en'] as const

/** The fields of a driver's record, without the NIF, which is sealed, and the IBAN, which has a history of its own. */
export const driverRecord = record(
  {
    name: text(140, { required: true }),
    legalName: optional(140),
    email: email(),
    phone: phone(),
    language: choice(DRIVER_LANGUAGES, (language) => `page.fleet.driver.languages.${language}`),
    ref: optional(20).refine((ref) => ref === null || /^[\p{L}\d._-]+$/u.test(ref), 'field.ref'),
    status: choice(DRIVER_STATUSES, (status) => `page.fleet.status.${status}`),
    bornOn: day('kept'),
    address: optional(200),
    startedOn: day('kept'),
    endedOn: day('kept'),
    notes: lines(4_000),
  },
  (name) => `page.fleet.driver.${name}`,
  [
    {
      legend: 'page.fleet.driver.person',
      rows: ['name', 'legalName', ['email', 'phone'], ['nif', 'language'], 'dropNif', 'address', ['bornOn']],
    },
    { legend: 'page.fleet.driver.work', rows: [['ref', 'status'], ['startedOn', 'endedOn'], 'notes'] },
  ],
  {
    logged: 'driver',
    tells: {
      name: 'identity',
      legalName: 'identity',
      email: 'contact',
      phone: 'contact',
      language: 'state',
      ref: 'link',
      status: 'state',
      bornOn: 'identity',
      address: 'contact',
      startedOn: 'time',
      endedOn: 'time',
      notes: 'words',
    },
  },
)

/** The reason why a record was a mistake. */
export const driverRemoval = record({ reason: line(500) }, () => 'page.merges.reason', undefined, {
  besides: { intent: z.literal('remove') },
})

/** A typed NIF: nine digits are saved without spaces, anything else as it was typed. */
export const typedNif = optional(20)
  .transform((typed) => {
    const reading = typed === null ? null : readNif(typed)
    return reading?.ok ? reading.value : typed
  })
  .meta({ field: { control: 'text', longest: 20, digits: true } })

const endsAfterStart = { path: ['endedOn'], error: 'field.ends-before' }

const inOrder = ({ startedOn, endedOn }: { startedOn: string | null; endedOn: string | null }) =>
  startedOn === null || endedOn === null || endedOn >= startedOn

/** An empty form of a new record. */
export const EMPTY_DRIVER = { ...driverRecord.empty, status: 'active', nif: '', iban: '', holder: '' }

/** The form of a new record, which may contain its first IBAN. */
export const newDriverInput = z
  .object({
    ...driverRecord.fields,
    nif: typedNif,
    iban: optionalIban,
    holder: optional(70),
  })
  .refine(inOrder, endsAfterStart)

/**
 * A driver made from a row of a file, which only has name, e-mail and phone; the rest is entered in the record later.
 */
export const driverFromRowInput = z
  .object({ name: z.string(), email: z.string(), phone: z.string() })
  .transform((typed) => ({ ...EMPTY_DRIVER, ...typed }))
  .pipe(newDriverInput)

export const driverInput = z
  .object({
    ...driverRecord.fields,
    nif: typedNif,
    /**
     * Whether to delete the known NIF because it is wrong. An empty field keeps it, because the form does not show
     * it.
     */
    dropNif: z.stringbool().default(false),
    version: carriedNumber(),
  })
  .refine(inOrder, endsAfterStart)

/** The kinds of platform names, as `source:kind`. */
export const DRIVER_KEYS = ['uber:driver', 'bolt:driver', 'bolt:individual'] as const

/** The form that says which driver a row of a file means. */
export const driverOfRow = record(
  { name: driverRecord.fields.name, email: driverRecord.fields.email, phone: driverRecord.fields.phone },
  (name) => `page.data.newDriver.${name}`,
)

/** The form that adds a platform's name of a driver. */
export const driverKey = record(
  { name: choice(DRIVER_KEYS, (name) => `page.fleet.keyNames.${name}`), value: line(120) },
  (name) => `page.fleet.platforms.${name}`,
)
export const driverKeyInput = driverKey.input.refine(
  ({ name, value }) => name !== 'uber:driver' || z.guid().safeParse(value).success,
  {
    path: ['value'],
    error: 'field.uuid',
  },
)

export type NewDriverInput = z.output<typeof newDriverInput>

/** A new record with only these facts. */
export function newDriver(known: Partial<NewDriverInput> & { name: string }): NewDriverInput {
  return { ...driverRecord.nothing, status: 'active', nif: null, iban: null, holder: null, ...known }
}

export type DriverInput = z.output<typeof driverInput>

export type DriverKeyInput = z.output<typeof driverKeyInput>
