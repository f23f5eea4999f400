import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Reads one mailbox now, because somebody pressed the button or has just set it up. */
export const lookIntoMailbox = job('mailboxes.look', z.object({ id: z.string(), at: z.string() }), 'outside')

/** Reads the mailboxes that are due; ordered every quarter of an hour. */
export const lookIntoDueMailboxes = job('mailboxes.look-due', NOTHING, 'outside')
