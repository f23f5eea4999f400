import type { Blocked } from '#features/weeks/schema.ts'

const MAX_NAMES = 3

/** The drivers who are held back: the first few by name, the others as a number. */
export function blockedNames(blocked: readonly Blocked[]): string {
  const names = blocked.slice(0, MAX_NAMES).map(({ name }) => name)
  return [...names, ...(blocked.length > MAX_NAMES ? [`+${blocked.length - MAX_NAMES}`] : [])].join(', ')
}
