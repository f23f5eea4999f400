import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

const news = z.object({
  event: z.enum(['lead', 'registration-completed']),
  eventId: z.string(),
  seconds: z.int(),
  address: z.string(),
  consentId: z.string(),
  userAgent: z.string(),
})

/** Reports an event to the advertising pixel, if its person still allows that. */
export const tellPixel = job('consent.tell-pixel', news)

/** Deletes answers whose time is over. */
export const purgeAnswers = job('consent.purge-answers', NOTHING)
