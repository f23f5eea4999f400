import type { z } from 'zod'
import { PLATFORMS, type Platform } from '#domain/performance.ts'
import { choice, givenDay, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The state of a document's review by a platform. */
export const REVIEW_STATES = ['sent', 'accepted', 'refused'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** The state of a document that a person saw on a platform. */
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

/** The last review of a document by a platform. */
export type PlatformReview = { id: string; provider: Platform; state: ReviewState; onDay: string; words: string }

/** The time that a platform took to accept documents of a kind: the median of `count`, in days. */
export type ApprovalTime = { platform: Platform; kind: { pt: string; en: string }; count: number; days: number }
