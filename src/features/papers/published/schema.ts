import { z } from 'zod'
import type { Day, PaperKind } from '#domain/paper.ts'

/** A document of the operator for every driver to read. Moments are text. */
export type PublishedPaper = {
  id: string
  kindName: PaperKind['name']
  expiresOn: Day | null
  publishedAt: string
  /** When the driver confirmed having read it. */
  readAt: string | null
}

/** Progress of a published document: how many of the drivers have read it, and the first of those who have not. */
export type Readers = { count: number; of: number; unread: readonly { id: string; name: string }[] }

export const readingInput = z.object({ paper: z.guid('field.choice') })
