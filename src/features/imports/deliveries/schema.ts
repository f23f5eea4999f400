import { z } from 'zod'
import { text, tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** A program that may send files: what the office calls it, and whether what raises no question goes in at once. */
export const keyRecord = record(
  { name: text(80, { required: true }), takesIn: tick() },
  (name) => `page.deliveries.${name}`,
)
export type KeyInput = z.output<typeof keyRecord.input>

/** Whether the office trusts the folder of this machine. */
export const folderRecord = record({ takesIn: tick() }, () => 'page.deliveries.takesIn')

/** Why somebody has to look at what came. */
export const QUESTIONS = ['unread', 'versions', 'strange', 'warnings', 'closed', 'again', 'long', 'empty'] as const
export type DeliveryQuestion = (typeof QUESTIONS)[number]

/** A way by which files come by themselves; a connection is named by its platform. `ends`: how its key ends, which no other has. */
export type DeliveryWay = {
  id: string
  kind: 'key' | 'folder' | 'mailbox' | 'connection'
  name: string
  ends: string | null
  takesIn: boolean
  madeAt: string
  by: string | null
  /** When something came by it last. */
  lastAt: string | null
}

/** What came by a way, and what became of it. */
export type Delivery = {
  id: string
  at: string
  way: Pick<DeliveryWay, 'kind' | 'name'>
  files: number
  /** Where somebody looks at it; `null` once it was forgotten, or when nothing was kept. */
  drop: string | null
  outcome: 'waiting' | 'taken-in' | 'refused'
  /** A question (`QUESTIONS`), or the code of a refusal. */
  reason: string | null
  /** When somebody took it in that waited. */
  takenAt: string | null
}

/** Whether the folder that the installation names can be used. */
export type FolderState = 'not-set' | 'missing' | 'closed' | 'fine'
