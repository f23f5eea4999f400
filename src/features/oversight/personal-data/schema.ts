import { z } from 'zod'
import type { Kind, PeriodId, Topic } from '#domain/kept-data.ts'
import { line } from '#forms/fields.ts'
import { type Telling, record } from '#forms/record.ts'
import type { PersonalTable, Table } from './register.ts'

/** The self-describing nouns whose tables are about people, as `src/web/nouns.ts` lists them. */
export type TellingRecords<Of extends Table = PersonalTable> = Readonly<
  Partial<Record<Of, Telling | readonly Telling[]>>
>
/** A table whose rows are about nobody. */
export type NobodysTable = Exclude<Table, PersonalTable>

/**
 * The basis on which a company may keep personal data: a contract, the law, consent, or its interest without harm to
 * the person.
 */
export const BASES = ['contract', 'law', 'consent', 'interest'] as const
export type Basis = (typeof BASES)[number]

/** The entry of the register for a topic: the bases and periods of its tables, and the kinds of their columns. */
export type Activity = {
  topic: Topic
  bases: readonly Basis[]
  periods: readonly PeriodId[]
  kinds: readonly Kind[]
  tables: readonly { table: string; columns: readonly string[] }[]
}

/** The reason why a person of the office exports somebody's data. */
export const exportRecord = record({ reason: line() }, () => 'page.personalData.office.reason')

/** The ticket in the address of the file, valid for a few minutes. */
export const exportTicket = z.object({ until: z.iso.datetime(), proof: z.string().max(100) })
export type ExportTicket = z.output<typeof exportTicket>

/** Accesses to a person's data that are logged: a sealed value, the own area, or all data in one file. */
const LOOKED_AT = ['iban', 'nif', 'area', 'everything'] as const
export type LookedAt = (typeof LOOKED_AT)[number]

/** The part of the log entry about such an access. */
export const lookNoted = z.object({ revealed: z.enum(LOOKED_AT).optional(), reason: z.string().optional() })

/** Matters that can be open with a driver who left. */
export const MATTERS = ['balance', 'statement', 'dispute', 'fine', 'damage', 'contract', 'ticket'] as const
export type Matter = (typeof MATTERS)[number]

/**
 * Kinds of people who can be erased: somebody who drove, who applied, who wrote on the site, or who had an account of
 * the office.
 */
export const SUBJECTS = ['driver', 'application', 'message', 'account'] as const
export type SubjectKind = (typeof SUBJECTS)[number]

/** The name of the person, typed again by whoever confirms. */
export const confirmRecord = record({ name: line(140) }, () => 'page.privacy.erase.typed')

/**
 * Why a person cannot be erased yet: they work with the company, their last day is not over, they are a driver too, or
 * their account is open.
 */
export type ErasureBar =
  | { because: 'working'; driverId: string }
  | { because: 'leaving'; driverId: string; lastDay: string }
  | { because: 'driver'; driverId: string }
  | { because: 'account'; uid: string }

/** The effect of an erasure, topic by topic; `until` is an ISO day. */
export type ErasurePreview = {
  subject: string
  kind: SubjectKind
  name: string
  /** Why nothing can be erased yet; `null` where it can. */
  barred: ErasureBar | null
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
  /** The name while it is kept; else the short name of the record, or nothing. */
  name: string | null
  askedAt: string
  askedBy: string | null
  /** Whether the reader asked for it, and the rule of two people requires somebody else. */
  needsAnother: boolean
  confirmedAt: string | null
  confirmedBy: string | null
  withdrawnAt: string | null
  lookedAt: string | null
  overAt: string | null
  rows: number
  /**
   * The account at a hosted identity service: not yet gone, gone, or to be removed by a person; `uid` while it is
   * there. `declaration`: who says that they removed it by hand, and when; until the day `backUntil` that can be taken back.
   */
  account: {
    state: 'waiting' | 'gone' | 'by-hand'
    uid: string | null
    declaration: { at: string; by: string | null; backUntil: string } | null
  } | null
}

/** Days for which the id of an account that was removed by hand is kept, as that can be taken back so long. */
export const ACCOUNT_KEPT_DAYS = 30
