import { z } from 'zod'
import type { Rhythm } from '#domain/retention.ts'

/** How what follows is laid out. A later one is refused by this program; an earlier one would be read. */
export const FORMAT = 1

/** Names of the entries of a copy. What it is comes first, what all of it weighed comes last. */
export const ABOUT = 'about.json'
export const MANIFEST = 'manifest.json'
export const SEQUENCES = 'sequences.json'
export const QUEUE = 'queue.json'
export const TABLES = 'tables/'
export const FILES = 'files/'
export const DATA = 'data/'

/** What belongs to the rows and lies beside them in the data directory: what they hold sealed, proofs of their log, the seal of contracts. */
export const DATA_FILES = ['secret', 'field-keys', 'audit-anchors', 'seal.pem'] as const

/** What must be known before the first row: of when it is, and the tables as they were then. */
export const aboutSchema = z.object({
  format: z.number().int(),
  madeAt: z.string(),
  company: z.string().nullable(),
  /** Identifier of the database cluster and its version: where it comes from. */
  cluster: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1).readonly() })),
  /** Head of the audit log: what was cut off it later is seen. */
  anchor: z.object({ seq: z.number().int(), hash: z.string() }).nullable(),
  secretMark: z.string().nullable(),
  /** Ids of the keys its fields are sealed with. Where they are a setting, the copy does not carry them. */
  fieldKeys: z.array(z.string()).default([]),
})
export type About = z.output<typeof aboutSchema>

const entryWeight = z.object({
  name: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  rows: z.number().int().optional(),
})
export const manifestSchema = z.object({
  entries: z.array(entryWeight),
  /** Files that a row names and the storage had lost, or held damaged, when the copy was made. */
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof manifestSchema>

/** What a copy holds, proved from end to end. */
export type Contents = { about: About; manifest: Manifest; rows: number; files: number }

/** A copy that was made: where it lies and what it holds. */
export type MadeBackup = {
  name: string
  path: string
  bytes: number
  sha256: string
  rows: number
  files: number
  missing: readonly string[]
  milliseconds: number
}

/** Of a night, in UTC: names sort by age. */
export const nameOf = (at: Temporal.Instant) =>
  `volante-${at.round('second').toString().replaceAll(/[-:]/g, '').replace('T', '-').replace('Z', '')}.backup`

/** A copy in the list; `isThere`: it still lies where it was put. */
export type ListedBackup = {
  id: number
  startedAt: string
  folder: string
  name: string
  bytes: number
  rows: number
  files: number
  missing: number
  isThere: boolean
}

export type Drill = {
  startedAt: string
  milliseconds: number
  backupName: string
  broken: number
  compared: number
  different: number
  /** Why it could not be held; then nothing was proved. */
  failure: string | null
}

/** When a copy could not be made, and what the machine said. */
export type Failure = { at: string; words: string }

export type BackupState = {
  failure: Failure | null
  drill: Drill | null
  /** A copy was left out since the last one. */
  isOld: boolean
  isAtWork: boolean
  isUnasked: boolean
  every: Rhythm
  /** The copies lie in the data directory: what takes the one takes the other. */
  isInDataFolder: boolean
  key: { kind: 'passphrase' } | { kind: 'file' | 'own'; path: string }
}
