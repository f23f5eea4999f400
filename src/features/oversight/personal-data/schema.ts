import { z } from 'zod'
import type { Kind, PeriodId, Topic } from '#domain/kept-data.ts'
import { line } from '#forms/fields.ts'
import { type Telling, record } from '#forms/record.ts'
import type { PersonalTable, Table } from './register.ts'

/** The nouns that describe themselves and whose tables are of people: `src/web/nouns.ts` lists them. */
export type TellingRecords<Of extends Table = PersonalTable> = Readonly<
  Partial<Record<Of, Telling | readonly Telling[]>>
>
/** A table whose rows tell of nobody. */
export type NobodysTable = Exclude<Table, PersonalTable>

/** On what a company may keep something of a person: what was agreed, what law asks, what the person allowed, or what it needs without harm to them. */
export const BASES = ['contract', 'law', 'consent', 'interest'] as const
export type Basis = (typeof BASES)[number]

/** What the register says of a topic: the bases and periods of its nouns, and what their columns tell. */
export type Activity = {
  topic: Topic
  bases: readonly Basis[]
  periods: readonly PeriodId[]
  kinds: readonly Kind[]
  tables: readonly { table: string; columns: readonly string[] }[]
}

/** Why somebody of the office takes a person's data along. */
export const exportRecord = record({ reason: line() }, () => 'page.personalData.office.reason')

/** What the address of the file carries, for a few minutes. */
export const exportTicket = z.object({ until: z.iso.datetime(), proof: z.string().max(100) })
export type ExportTicket = z.output<typeof exportTicket>

/** What can be opened of a person and stands in the log: a sealed value, the own area, or all data in one file. */
const LOOKED_AT = ['iban', 'nif', 'area', 'everything'] as const
export type LookedAt = (typeof LOOKED_AT)[number]

/** What the log says of such a look. */
export const lookNoted = z.object({ revealed: z.enum(LOOKED_AT).optional(), reason: z.string().optional() })

/** What can be open with somebody who left. */
export const MATTERS = ['balance', 'statement', 'dispute', 'fine', 'damage', 'contract', 'ticket'] as const
export type Matter = (typeof MATTERS)[number]

/** Who can be forgotten: somebody who drove, who applied, who wrote on the site, or who had an account of the office. */
export const SUBJECTS = ['driver', 'application', 'message', 'account'] as const
export type SubjectKind = (typeof SUBJECTS)[number]

/** The name of the person, typed once more by whoever confirms. */
export const confirmRecord = record({ name: line(140) }, () => 'page.privacy.erase.typed')

/** What an erasure would do, topic by topic; `until` is an ISO day. */
export type ErasurePreview = {
  subject: string
  kind: SubjectKind
  name: string
  /** The person still works with the company: nothing can be erased yet. */
  isHere: boolean
  matters: readonly { matter: Matter; count: number }[]
  goes: readonly { topic: Topic; rows: number; files: number }[]
  stays: readonly { topic: Topic; period: PeriodId; rows: number; files: number; until: string | null }[]
  waits: readonly { topic: Topic; rows: number }[]
}

/** An erasure as its page and the list show it. Moments are ISO. */
export type Erasure = {
  id: string
  subject: string
  kind: SubjectKind
  /** The name while there is one; else the short name of the record, or nothing. */
  name: string | null
  askedAt: string
  askedBy: string | null
  /** Whether the reader asked for it, and the rule of two people wants another. */
  needsAnother: boolean
  confirmedAt: string | null
  confirmedBy: string | null
  withdrawnAt: string | null
  lookedAt: string | null
  overAt: string | null
  rows: number
  /**
   * The account at a hosted identity service: not there yet gone, gone, or for somebody to take away; `uid` while it is there. `said`: who
   * took it away by hand and when; until `backUntil`, a day, that may be taken back.
   */
  account: {
    state: 'waiting' | 'gone' | 'by-hand'
    uid: string | null
    said: { at: string; by: string | null; backUntil: string } | null
  } | null
}

/** Days for which the id of an account that somebody took away by hand is kept: so long that may be taken back. */
export const ACCOUNT_KEPT_DAYS = 30
