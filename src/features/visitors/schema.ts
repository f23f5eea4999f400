import { z } from 'zod'

/** The fields of every visitor's form besides its own: see `guardVisitor`. */
export const visitorFields = z.object({
  /** Hidden from people; only programs fill it. */
  website: z.string().default(''),
  stamp: z.string().default(''),
})

/**
 * Forms for each address and hour. Each document of an application counts, as it stays on the disk for a while; a file
 * to be checked costs work; a link to sign may be opened wrongly, or answered; a statement is drawn.
 */
export const MAX_PER_HOUR = {
  application: 20,
  contact: 6,
  paper: 60,
  verification: 60,
  signing: 60,
  statement: 60,
} as const
export type VisitorForm = keyof typeof MAX_PER_HOUR
