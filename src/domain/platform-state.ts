import type { Platform } from './performance.ts'

/**
 * What a platform's own word for a driver or a car comes to: may work, waits for the platform, was refused or blocked, has left. `null`
 * for a word that nobody here knows, which is shown as it came.
 */
export const PLATFORM_STATES = ['active', 'waiting', 'refused', 'left'] as const
export type PlatformState = (typeof PLATFORM_STATES)[number]

const WORDS: Readonly<Record<Platform, Readonly<Record<string, PlatformState>>>> = {
  bolt: { active: 'active', blocked: 'refused', suspended: 'refused', deactivated: 'left' },
  uber: {
    active: 'active',
    applied: 'waiting',
    pending: 'waiting',
    waitlist: 'waiting',
    waitlisted: 'waiting',
    rejected: 'refused',
    inactive: 'left',
  },
}

/** Uber writes the same word with `ONBOARDING_STATUS_` before it, too. */
export function platformState(platform: Platform, word: string): PlatformState | null {
  const bare = word.toLowerCase().replace(/^onboarding_status_/, '')
  return Object.hasOwn(WORDS[platform], bare) ? (WORDS[platform][bare] ?? null) : null
}

/** How a driver or a car stands on a platform, in its own word, under the name it has there, and since when that is known. */
export type PlatformWord = { platform: Platform; name: string; word: string; at: string }

/** Words of every platform, without what Uber writes before them, that come to this. */
export function wordsOfState(state: PlatformState): string[] {
  return Object.values(WORDS).flatMap((words) => Object.keys(words).filter((word) => words[word] === state))
}
