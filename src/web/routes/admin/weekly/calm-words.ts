import type { Translator } from '#messages/catalogue.ts'

/** How many drivers are as usual and need no look, and how many cannot be compared with anything; empty for none. */
export function calmWords({ calm, uncompared }: { calm: number; uncompared: number }, t: Translator): string {
  const known = calm - uncompared
  return [
    ...(known > 0 ? [t('page.week.questions.calm', { count: known })] : []),
    ...(uncompared > 0 ? [t('page.week.questions.unknown', { count: uncompared })] : []),
  ].join(', ')
}
