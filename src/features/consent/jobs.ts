import { z } from 'zod'
import type { Job } from '#db/queue.server.ts'

const news = z.object({
  event: z.enum(['lead', 'registration-completed']),
  eventId: z.string(),
  seconds: z.int(),
  address: z.string(),
  consentId: z.string(),
  userAgent: z.string(),
})
const nothing = z.object({})

/** Tells the advertising pixel of something that happened, if whoever did it still allows that. */
export const tellPixel: Job<z.output<typeof news>> = {
  name: 'consent.tell-pixel',
  parse: (raw) => news.parse(raw),
}

/** Forgets answers whose time is over. */
export const purgeAnswers: Job<z.output<typeof nothing>> = {
  name: 'consent.purge-answers',
  parse: (raw) => nothing.parse(raw),
}
