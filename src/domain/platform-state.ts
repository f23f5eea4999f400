import type { Platform } from './performance.ts'

/**
 * Meaning of a platform's own word for a driver or a car: may work, waits for the platform, was refused or blocked, has
 * left. An unknown word (`null`) is shown as it came.
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

/** Uber also writes the same word with `ONBOARDING_STATUS_` before it. */
export function platformState(platform: Platform, word: string): PlatformState | null {
  const bare = word.toLowerCase().replace(/^onboarding_status_/, '')
  return Object.hasOwn(WORDS[platform], bare) ? (WORDS[platform][bare] ?? null) : null
}

/** State of a driver or a car on a platform, in the platform's word, under its name there, and since when that is known. */
export type PlatformAccountState = { platform: Platform; name: string; word: string; at: string }

/** Lists the words of all platforms for a state, without Uber's prefix. */
export function wordsOfState(state: PlatformState): string[] {
  return Object.values(WORDS).flatMap((words) => Object.keys(words).filter((word) => words[word] === state))
}
