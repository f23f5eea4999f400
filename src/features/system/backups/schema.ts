import { z } from 'zod'
import type { Rhythm } from '#domain/retention.ts'

/** The version of the format. This program refuses a later one, and could read an earlier one. */
export const FORMAT = 1

/** Names of the entries of a copy. The description comes first, the sizes of all others last. */
export const ABOUT = 'about.json'
export const MANIFEST = 'manifest.json'
export const SEQUENCES = 'sequences.json'
export const QUEUE = 'queue.json'
export const TABLES = 'tables/'
export const FILES = 'files/'
export const DATA = 'data/'

/**
 * Files of the data directory that belong to the rows: the keys to their sealed values, proofs of the log, the seal of
 * contracts.
 */
export const DATA_FILES = ['secret', 'field-keys', 'audit-anchors', 'seal.pem'] as const

/** What a reader must know before the first row: the moment of the copy, and the tables at that time. */
export const aboutSchema = z.object({
  format: z.number().int(),
  madeAt: z.string(),
  company: z.string().nullable(),
  /** The database cluster that the copy comes from, by its identifier, and its version. */
  cluster: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1).readonly() })),
  /** The head of the audit log, so that entries cut off later are noticed. */
  anchor: z.object({ seq: z.number().int(), hash: z.string() }).nullable(),
  secretMark: z.string().nullable(),
  /** Ids of the keys that seal its fields. Where they come from a setting, the copy does not contain the keys. */
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
  /** Files that a row names and that the storage had lost or damaged when the copy was made. */
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof manifestSchema>

/** The content of a copy, proved from end to end. */
export type Contents = { about: About; manifest: Manifest; rows: number; files: number }

/** A copy that was made: its place and content. */
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

/** The file name of a copy, with its moment in UTC, so that names sort by age. */
export const nameOf = (at: Temporal.Instant) =>
  `volante-${at.round('second').toString().replaceAll(/[-:]/g, '').replace('T', '-').replace('Z', '')}.backup`

/** A copy in the list; `isThere`: it is still in its folder. */
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
  /** Why the drill could not be held, and so proved nothing; `null` if it was held. */
  failure: string | null
}

/** When a copy could not be made, and the error's message. */
export type Failure = { at: string; words: string }

export type BackupState = {
  failure: Failure | null
  drill: Drill | null
  /** At least one copy that was due is missing since the last one. */
  isOld: boolean
  isAtWork: boolean
  isAutomatic: boolean
  every: Rhythm
  /** The copies lie in the data directory: whatever destroys that destroys them too. */
  isInDataFolder: boolean
  key: { kind: 'passphrase' } | { kind: 'file' | 'own'; path: string }
}
