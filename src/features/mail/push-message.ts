import type { NoticeEvent } from '#domain/notice.ts'
import { NOTICE_EVENTS } from '#domain/notice.ts'
import { type NoticeFacts, noticeFacts, placeOfNotice, spokenOf } from '#features/mail/inbox/schema.ts'
import { LONGEST_PUSH } from '#integrations/push/encryption.ts'
import { type Language, inLanguage } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'
import { contentOf } from './email.ts'

/** The most characters of a message: more is not read on a locked screen, and all of it must fit into one record. */
const LONGEST_WORDS = 400

/** The text of a notice on a phone. `amount`: in cents, if the reader wants it there. */
export type PushNews = {
  event: NoticeEvent
  params: unknown
  language: Language
  company: string
  amount: number | null
  /** Begins every link, without a slash at its end. */
  site: string
}

/**
 * A message as a phone shows it, in the declarative form (`web_push: 8030`): Safari shows it by itself, other browsers
 * through the site's worker. A driver's notice is in its spoken words. `null` for facts that cannot be read.
 */
export function pushText({ event, params, language, company, amount, site }: PushNews): string | null {
  const words = saidOf(event, params, language, company)
  if (words === null) return null
  const t = translator(language)
  const body =
    amount === null
      ? words.body
      : t('page.push.withAmount', { text: words.body, amount: formatMoney(amount, t.language) })
  const notification = {
    title: shortenWords(words.title),
    body: shortenWords(body),
    navigate: site + (words.to.startsWith('/en/') ? words.to : inLanguage(words.to, language)),
    lang: language,
    dir: 'ltr',
    tag: tagOf(event, params),
  }
  const text = JSON.stringify({ web_push: 8030, notification })
  return Buffer.byteLength(text) > LONGEST_PUSH ? null : text
}

/** The tag of a message: a newer one with the same tag replaces it on the screen. */
export function tagOf(event: NoticeEvent, params: unknown): string {
  const { week, id, number, plate } = Object(params) as Record<string, unknown>
  return [event, week ?? id ?? number ?? plate].filter((part) => typeof part === 'string').join(' ')
}

/** The amount in a notice, in cents; `null` where it has none. */
export function amountOf(event: NoticeEvent, params: unknown): number | null {
  const facts = factsOf(event, params)
  return facts !== null && 'amount' in facts && facts.amount !== 0 ? facts.amount : null
}

function factsOf(event: NoticeEvent, params: unknown): NoticeFacts | null {
  return noticeFacts.safeParse({ ...Object(params), kind: event }).data ?? null
}

function saidOf(event: NoticeEvent, params: unknown, language: Language, company: string) {
  const t = translator(language)
  if (NOTICE_EVENTS[event].to === 'office') {
    const content = contentOf(event, params, { t, language, company })
    return content && { title: content.subject, body: content.words.join(' '), to: content.link.to }
  }
  const facts = factsOf(event, params)
  return facts && { title: company, body: spokenOf(facts, t), to: placeOfNotice(facts) }
}

function shortenWords(words: string): string {
  const letters = [...words.replaceAll(/\s+/g, ' ')]
  return letters.length > LONGEST_WORDS ? `${letters.slice(0, LONGEST_WORDS - 1).join('')}…` : letters.join('')
}
