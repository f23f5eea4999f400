import { z } from 'zod'
import { readWeek, weekName } from '#domain/week.ts'
import { formatInstant, formatWeekDays, weekNumber } from '#messages/dates.ts'
import { type Language, inLanguage } from '#messages/language.ts'
import { type Translator } from '#messages/catalogue.ts'
import { translator } from '#messages/translate.ts'

/** What a template says, in the order it is read; the link stands between `words` and `after`. */
type Said = {
  subject: string
  name: string
  words: readonly string[]
  link: { to: string; label: string }
  after: readonly string[]
}

type Told = { params: unknown; name: string; t: Translator; language: Language }

const statementIssued = z.object({ week: z.string() })
const ibanChanged = z.object({ name: z.string(), ends: z.string(), heldUntil: z.string() })

/** Every message there is, by the name in the outbox. None carries an amount or an IBAN: who wants them signs in. */
const TEMPLATES: Record<string, (told: Told) => Said | null> = {
  'statement-issued': ({ params, name, t, language }) => {
    const given = statementIssued.safeParse(params)
    if (!given.success) return null
    const week = readWeek(given.data.week)
    const number = weekNumber(week)
    return {
      subject: t('page.mail.statementIssued.subject', { number }),
      name,
      words: [t('page.mail.statementIssued.text', { number, days: formatWeekDays(week, language) })],
      link: { to: `/dashboard/payslips/${weekName(week)}`, label: t('page.mail.statementIssued.link') },
      after: [t('page.mail.statementIssued.after')],
    }
  },
  'iban-changed': ({ params, t, language }) => {
    const given = ibanChanged.safeParse(params)
    if (!given.success) return null
    const { name, ends, heldUntil } = given.data
    const held = heldUntil ? [t('page.mail.ibanChanged.held', { until: formatInstant(heldUntil, language) })] : []
    return {
      subject: t('page.mail.ibanChanged.subject'),
      name,
      words: [t('page.mail.ibanChanged.text', { ends }), ...held],
      link: { to: '/contact', label: t('page.mail.ibanChanged.link') },
      after: [t('page.mail.ibanChanged.after')],
    }
  },
}

export type Composed = { subject: string; text: string; html: string }

/**
 * The words of a message in the reader's language, as text and as HTML. `site` is where the links lead, without a slash
 * at its end; `company` signs. `null` for a template that is not known or params that do not fit it.
 */
export function compose(
  message: { template: string; params: unknown; name: string; language: Language },
  { site, company }: { site: string; company: string },
): Composed | null {
  const t = translator(message.language)
  const said = TEMPLATES[message.template]?.({ ...message, t })
  if (!said) return null
  const url = `${site}${inLanguage(said.link.to, message.language)}`
  const greeting = t('page.mail.greeting', { name: said.name })
  const why = t('page.mail.why')
  return {
    subject: oneLine(said.subject),
    text: [greeting, ...said.words, `${said.link.label}:\n${url}`, ...said.after, company, why].join('\n\n'),
    html: page(message.language, said.subject, [
      ...[greeting, ...said.words].map(paragraph),
      `<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1a1a1a;color:#ffffff;text-decoration:none">${escaped(said.link.label)}</a></p>`,
      ...said.after.map(paragraph),
      paragraph(company),
      `<p style="margin:24px 0 0;font-size:13px;color:#5f5f5f">${escaped(why)}<br>${escaped(url)}</p>`,
    ]),
  }
}

function page(language: Language, title: string, body: readonly string[]): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head><body style="margin:0;padding:24px;background:#ffffff;color:#1a1a1a;font:16px/24px Arial,sans-serif"><div style="max-width:36rem">${body.join('')}</div></body></html>`
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escaped(text)}</p>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** A subject is a header: nothing may begin another one. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
