import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { CONNECTION_TROUBLES, type ConnectionTrouble } from '#integrations/connections/connection-fault.ts'
import { PROVIDERS, type Provider, SCOPES_OF } from '#integrations/connections/providers.ts'

export { PROVIDERS, SCOPES_OF, type Provider }

/** The states of a connection; whether it is paused is stored separately. */
export const CONNECTION_STATES = ['connected', 'waiting', 'expired', 'needs-access', 'error'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/**
 * The state of a connection after a failed run. A platform that did not answer has said nothing about the account, so
 * the connection waits.
 */
export const STATE_AFTER: Readonly<Record<ConnectionTrouble, ConnectionState>> = {
  credentials: 'expired',
  access: 'needs-access',
  busy: 'waiting',
  unreachable: 'waiting',
  answer: 'error',
}

/** The choices for the number of hours between two runs. */
export const RHYTHMS = ['1', '3', '6', '12', '24'] as const

/** The platform that an address names. Refuses `connection.unknown`. */
export function providerIn(name: string): Provider {
  const provider = PROVIDERS.find((candidate) => candidate === name)
  if (provider === undefined) throw new Refusal('connection.unknown')
  return provider
}

/** Age in days from which a secret should be replaced. */
export const OLD_SECRET_DAYS = 180

export function isOldSecret({ setAt }: Pick<Connection, 'setAt'>, now: Temporal.Instant): boolean {
  return Temporal.Instant.from(setAt).until(now).total('hours') > OLD_SECRET_DAYS * 24
}

/** A connection's fields as the office sets them, without the secret, which is sealed and never shown. */
export const connectionRecord = record(
  {
    clientId: z
      .string('field.required')
      .trim()
      .min(1, 'field.required')
      .max(200, 'field.too-long')
      .regex(/^[\x21-\x7e]+$/, 'field.connection-id')
      .meta({ field: { control: 'text', longest: 200, required: true } }),
    everyHours: z
      .enum(RHYTHMS, 'field.choice')
      .transform(Number)
      .meta({
        field: {
          control: 'choice',
          required: true,
          options: RHYTHMS.map((value) => ({ value, words: `page.connections.rhythms.${value}` })),
          typed: (hours: number) => String(hours),
        },
      }),
  },
  (name) => `page.connections.${name}`,
  ['clientId', 'clientSecret', 'everyHours'],
)

/** The connection to an operator's own server, which has an address and a token. */
const serverRecord = record(connectionRecord.fields, (name) => `page.connections.server.${name}`, [
  'clientId',
  'clientSecret',
  'everyHours',
])

/** Platforms that give the files of a week; these may be imported automatically. */
export const FILE_PROVIDERS: readonly Provider[] = ['uber']

/** The connection to a platform that gives files. */
const filesRecord = record({ ...connectionRecord.fields, takesIn: tick() }, (name) => `page.connections.${name}`, [
  'clientId',
  'clientSecret',
  'everyHours',
  'signingKey',
  'takesIn',
])

/** The form of a connection. */
export function connectionForm(provider: Provider) {
  if (FILE_PROVIDERS.includes(provider)) return filesRecord
  return provider === 'traccar' ? serverRecord : connectionRecord
}

/** A secret, used as it is typed. */
export const connectionSecret = z
  .string()
  .trim()
  .max(500, 'field.too-long')
  .meta({ field: { control: 'text', longest: 500 } })

/**
 * The form that saves a connection. An empty secret keeps the stored one. `unasked`: save the credentials without trying
 * them on the platform first.
 */
export const connectionInput = connectionRecord.input.extend({
  clientSecret: connectionSecret.default(''),
  /** The key with which the platform signs its messages; empty keeps the stored one. */
  signingKey: connectionSecret.default(''),
  unasked: z.literal('on').optional(),
  /** Whether to import files at once when they raise no question. */
  takesIn: z.literal('on').optional(),
  intent: z.literal('save'),
})
export type ConnectionInput = z.output<typeof connectionInput>

/** The forms of a connection's page: save it, test it, or ask the platform now. */
export const connectionAct = z.union([
  z.object({ intent: z.literal('test') }),
  z.object({ intent: z.literal('collect') }),
  connectionInput,
])

/** The counts of one list in a run; `named` has the first rows that could not be read (`of`), each with the field that was wrong. */
export type RunList = { received: number; kept: number; refused: number; named: { of: string; field: string }[] }

export const LISTS = [
  'companies',
  'reports',
  'transfers',
  'drivers',
  'vehicles',
  'orders',
  'states',
  'trips',
  'readings',
  'devices',
  'positions',
] as const
export type ListName = (typeof LISTS)[number]

/** Stands in `named` in place of a field: the tracker contradicts a reading that a person noted. */
export const CONTRADICTS = 'contradicts'

export type ConnectionRun = {
  id: number
  kind: 'collect' | 'test'
  at: string
  endedAt: string | null
  by: string | null
  trouble: ConnectionTrouble | null
  detail: string | null
  asked: number
  received: number
  kept: number
  refused: number
  lists: Partial<Record<ListName, RunList>>
}

export type Connection = {
  provider: Provider
  clientId: string
  everyHours: number
  state: ConnectionState
  /** The moment since which the connection is in this state. */
  since: string
  /** When the secret was set; `setBy` is who set it, if it was an account. */
  setAt: string
  setBy: string | null
  failures: number
  nextAt: string
  paused: { at: string; by: string | null } | null
  collected: { from: string; until: string } | null
  /** Whether the key is stored with which the platform signs its messages. */
  isSigning: boolean
}

/** Reads the name of a trouble, as a run stores it; `null` for any other text. */
export function readTrouble(text: string | null): ConnectionTrouble | null {
  return CONNECTION_TROUBLES.find((connectionTrouble) => connectionTrouble === text) ?? null
}
