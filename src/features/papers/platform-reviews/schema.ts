import type { z } from 'zod'
import { PLATFORMS, type Platform } from '#domain/performance.ts'
import { choice, givenDay, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** How far a platform is with the review of a paper. */
export const REVIEW_STATES = ['sent', 'accepted', 'refused'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** What somebody saw on a platform of a paper. */
export const platformReviewRecord = record(
  {
    provider: choice(PLATFORMS, (platform) => `page.connections.providers.${platform}`),
    state: choice(REVIEW_STATES, (state) => `page.papers.standing.states.${state}`),
    onDay: givenDay(),
    words: text(300),
  },
  (name) => `page.papers.standing.${name}`,
  undefined,
  { tells: { provider: 'state', state: 'state', onDay: 'time', words: 'words' } },
)
export type PlatformReviewInput = z.output<typeof platformReviewRecord.input>

/** The last word of a platform on a paper. */
export type PlatformReview = { id: string; provider: Platform; state: ReviewState; onDay: string; words: string }

/** How long a platform took to accept papers of a kind: the middle one of so many, in days. */
export type ApprovalTime = { platform: Platform; kind: { pt: string; en: string }; count: number; days: number }
