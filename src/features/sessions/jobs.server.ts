import { type JobHandler, handler } from '#db/queue.server.ts'
import { voidSignIn } from './commands.server.ts'
import { endSignIn } from './jobs.ts'

export const sessionJobs: Record<string, JobHandler> = handler(endSignIn, voidSignIn)
