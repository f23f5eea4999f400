import type { Translator } from '#messages/catalogue.ts'

/** Of the drivers one need not look at: how many are as usual, and how many nothing is known of to compare with. */
export function calmWords({ calm, uncompared }: { calm: number; uncompared: number }, t: Translator): string {
  const known = calm - uncompared
  return [
    ...(known > 0 || uncompared === 0 ? [t('page.week.questions.calm', { count: known })] : []),
    ...(uncompared > 0 ? [t('page.week.questions.unknown', { count: uncompared })] : []),
  ].join(', ')
}
