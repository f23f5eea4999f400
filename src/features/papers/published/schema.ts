import { z } from 'zod'
import type { Day, PaperKind } from '#domain/paper.ts'

/** A paper of the operator's that every driver reads. Moments are text. */
export type PublishedPaper = {
  id: string
  kindName: PaperKind['name']
  expiresOn: Day | null
  publishedAt: string
  /** When the driver said that it was read. */
  readAt: string | null
}

/** How far a published paper was read: how many of whom, and the first of those who have not. */
export type Readers = { count: number; of: number; unread: readonly { id: string; name: string }[] }

export const readingInput = z.object({ paper: z.guid('field.choice') })
