import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Looks into one mailbox now: somebody wants it, or set it a moment ago. */
export const lookIntoMailbox = job('mailboxes.look', z.object({ id: z.string(), at: z.string() }), 'outside')

/** Looks into the mailboxes whose time has come; ordered each quarter of an hour. */
export const lookIntoDueMailboxes = job('mailboxes.look-due', NOTHING, 'outside')
