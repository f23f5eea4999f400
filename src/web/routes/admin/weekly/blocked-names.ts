import type { Blocked } from '#features/weeks/schema.ts'

const MOST = 3

/** The drivers who are held back: the first few by name, the others as a number. */
export function blockedNames(blocked: readonly Blocked[]): string {
  const names = blocked.slice(0, MOST).map(({ name }) => name)
  return [...names, ...(blocked.length > MOST ? [`+${blocked.length - MOST}`] : [])].join(', ')
}
