import { type JobHandler, handler } from '#db/queue.server.ts'
import { addToForgotten } from './commands.server.ts'
import { noteForgotten } from './jobs.ts'

export const restoreJobs: Record<string, JobHandler> = handler(noteForgotten, addToForgotten)
