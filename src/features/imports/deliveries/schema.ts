import { z } from 'zod'
import { text, tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The form of a program's key: its name, and whether files are imported at once when they raise no question. */
export const keyRecord = record(
  { name: text(80, { required: true }), takesIn: tick() },
  (name) => `page.deliveries.${name}`,
)
export type KeyInput = z.output<typeof keyRecord.input>

/** Whether the office trusts the folder of this machine. */
export const folderRecord = record({ takesIn: tick() }, () => 'page.deliveries.takesIn')

/** The reasons why somebody has to look at a delivery. */
export const QUESTIONS = ['unread', 'versions', 'strange', 'warnings', 'closed', 'again', 'long', 'empty'] as const
export type DeliveryQuestion = (typeof QUESTIONS)[number]

/**
 * A way by which files arrive automatically; a connection has its platform's name. `ends`: the last letters of a key,
 * by which people tell keys apart.
 */
export type DeliveryWay = {
  id: string
  kind: 'key' | 'folder' | 'mailbox' | 'connection'
  name: string
  ends: string | null
  takesIn: boolean
  madeAt: string
  by: string | null
  /** When the last delivery came by this way. */
  lastAt: string | null
}

/** A delivery, and its outcome. */
export type Delivery = {
  id: string
  at: string
  way: Pick<DeliveryWay, 'kind' | 'name'>
  files: number
  /** The drop to look at; `null` once it was deleted, or when nothing was saved. */
  drop: string | null
  outcome: 'waiting' | 'taken-in' | 'refused'
  /** A question (`QUESTIONS`), or the code of a refusal. */
  reason: string | null
  /** When somebody imported a delivery that waited. */
  takenAt: string | null
}

/** The state of the folder that the setting names. */
export type FolderState = 'not-set' | 'missing' | 'closed' | 'fine'
