import { z } from 'zod'

/** What every form of a visitor sends besides its own fields: see `guardVisitor`. */
export const visitorFields = z.object({
  /** Hidden from people; programs fill it. */
  website: z.string().default(''),
  stamp: z.string().default(''),
})

/** Forms per address and hour; a paper of an application is one, for each stays on the disk a while; a file to be checked costs work; a link to sign is followed wrongly or answered; a statement is drawn. */
export const MOST_PER_HOUR = {
  application: 20,
  contact: 6,
  paper: 60,
  verification: 60,
  signing: 60,
  statement: 60,
} as const
export type VisitorForm = keyof typeof MOST_PER_HOUR
