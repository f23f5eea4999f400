import { type NoticeFacts, noticeFacts } from '#features/mail/inbox/schema.ts'
import { formatDayShort, weekNumber } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'

/** The facts of a notice; `null` for what cannot be read. */
export function factsOf(event: string, params: unknown): NoticeFacts | null {
  return noticeFacts.safeParse({ ...Object(params), kind: event }).data ?? null
}

/** The most characters in one placeholder: Meta accepts 1,024 for the whole message. */
const LONGEST_WORD = 120

/**
 * The words for the placeholders of a template. `amount`: in cents, if its reader wants the amount in the message.
 * `null` for a notice without a template.
 */
export function wordsOf(
  facts: NoticeFacts,
  { name, language, amount }: { name: string; language: Language; amount: number | null },
): string[] | null {
  return rawWordsOf(facts, { name, language, amount })?.map(oneLine) ?? null
}

function rawWordsOf(
  facts: NoticeFacts,
  { name, language, amount }: { name: string; language: Language; amount: number | null },
): string[] | null {
  const t = translator(language)
  if (facts.kind === 'ticket') return [name, t('page.whatsApp.templates.ticket', { number: facts.number })]
  if (facts.kind === 'paper') {
    if (facts.event === 'asked') return [name, t('page.whatsApp.templates.paper', { paper: facts[language] })]
    return [name, facts[language], facts.day === '' ? '' : formatDayShort(facts.day, language)]
  }
  if (facts.kind !== 'statement-issued' && facts.kind !== 'statement-paid') return null
  const value =
    amount === null
      ? t('page.whatsApp.templates.noAmount')
      : t('page.whatsApp.templates.amount', { amount: formatMoney(amount, language) })
  return [name, String(weekNumber(facts.week)), value]
}

/** One line for a placeholder: Meta refuses line ends, tabs, many spaces, and an empty one. */
function oneLine(word: string): string {
  const line = word.replaceAll(/[\s\u2060]+/g, ' ').trim()
  const letters = [...line]
  return letters.length > LONGEST_WORD ? `${letters.slice(0, LONGEST_WORD - 1).join('')}…` : line || '–'
}
