import { z } from 'zod'
import { CONTRACT_NOTICES } from '#domain/contract.ts'
import { DEPARTURE_EVENTS } from '#domain/departure.ts'
import { ACCOUNT_CHANGES } from '#domain/notice.ts'
import { PLAN_EVENTS } from '#domain/plan.ts'
import { ALERT_KINDS } from '#domain/position-alert.ts'
import { TICKET_TOPICS } from '#domain/ticket.ts'
import { readWeek, weekName } from '#domain/week.ts'
import { type NoticeFacts, noticeFacts, placeOfNotice, spokenOf } from '#features/mail/inbox/schema.ts'
import type { Brand } from '#messages/brand.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, formatTime, formatWeekDays, weekNumber } from '#messages/dates.ts'
import { type Language, inLanguage } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { type MailedNotice, type TemplateName, mondayLine, mondayWords, sumOf } from './schema.ts'

/** The content of a template, in reading order; `lines` and the link come between `words` and `after`. */
type MessageContent = {
  subject: string
  words: readonly string[]
  /** Digits to be typed elsewhere, on a line of their own, so that they are easy to read and copy. */
  code?: string
  /** Things to do, each with its address. */
  lines?: readonly { what: string; to: string }[]
  link: { to: string; label: string }
  after: readonly string[]
  /** Instead of `after`, for a driver without an open account. */
  afterOutside?: readonly string[]
}

type Reader = { t: Translator; language: Language; company: string }
type Template = (params: unknown, reader: Reader) => MessageContent | null

/**
 * Makes a template. Params come from the database as JSON: a message whose params do not fit its template cannot be
 * written.
 */
function template<Params extends z.ZodType>(
  params: Params,
  contentFor: (given: z.output<Params>, reader: Reader) => MessageContent,
): Template {
  return (raw, reader) => {
    const parsed = params.safeParse(raw)
    return parsed.success ? contentFor(parsed.data, reader) : null
  }
}

/**
 * The template of a notice that is mailed too, in its spoken words; for a document the subject says which one, and
 * what became of it.
 */
function noticeTemplate(kind: MailedNotice['kind']): Template {
  return template(
    noticeFacts.refine((facts) => facts.kind === kind),
    (facts, { t }) => ({
      subject: subjectOf(facts, t) ?? '',
      words: [spokenOf(facts, t)],
      link: { to: placeOfNotice(facts), label: t('page.notices.mailed.link') },
      after: [t('page.notices.mailed.after')],
    }),
  )
}

function subjectOf(facts: NoticeFacts, t: Translator): string | null {
  if (facts.kind === 'ticket') return t(`page.notices.mailed.tickets.${facts.event}`, { number: facts.number })
  if (facts.kind === 'damage-report')
    return t(`page.notices.mailed.damage-report.${facts.event}`, { plate: facts.plate })
  if (facts.kind === 'payment-returned') return t(`page.notices.mailed.payment-returned.${facts.how ?? 'account'}`)
  if (facts.kind === 'paper') return t(`page.notices.mailed.papers.${facts.event}`, { paper: facts[t.language] })
  return t.find(`page.notices.mailed.${facts.kind}`)
}

/** A path of this site, which may contain a one-time code. */
const path = z.string().regex(/^\/(?!\/)/)
const instant = z.iso.datetime()

/**
 * Every message, by its name in the outbox. None carries an amount or an IBAN: for those the reader signs in. The
 * words are at `page.mail.templates.<name>`: what happened, what to do, and what to do if the reader did not want it.
 */
const TEMPLATES: Record<TemplateName, Template> = {
  'statement-issued': template(z.object({ week: z.string() }), ({ week: text }, { t, language }) => {
    const week = readWeek(text)
    const number = weekNumber(week)
    return {
      subject: t('page.mail.templates.statement-issued.subject', { number }),
      words: [t('page.mail.templates.statement-issued.text', { number, days: formatWeekDays(week, language) })],
      link: { to: `/dashboard/payslips/${weekName(week)}`, label: t('page.mail.templates.statement-issued.link') },
      after: [t('page.mail.templates.statement-issued.after')],
      afterOutside: [t('page.mail.templates.statement-issued.afterOutside')],
    }
  }),
  'statement-paid': noticeTemplate('statement-paid'),
  'payment-returned': noticeTemplate('payment-returned'),
  damage: noticeTemplate('damage'),
  ticket: noticeTemplate('ticket'),
  'damage-report': noticeTemplate('damage-report'),
  'dispute-accepted': noticeTemplate('dispute-accepted'),
  'dispute-declined': noticeTemplate('dispute-declined'),
  'dispute-reopened': noticeTemplate('dispute-reopened'),
  paper: noticeTemplate('paper'),
  'iban-changed': template(
    z.object({ ends: z.string(), heldUntil: instant.or(z.literal('')) }),
    ({ ends, heldUntil }, { t, language }) => {
      const until = heldUntil ? formatInstant(heldUntil, language) : ''
      return {
        subject: t('page.mail.templates.iban-changed.subject'),
        words: [
          t('page.mail.templates.iban-changed.text', { ends }),
          ...(until ? [t('page.mail.templates.iban-changed.held', { until })] : []),
        ],
        link: { to: '/contact', label: t('page.mail.templates.iban-changed.link') },
        after: [t('page.mail.templates.iban-changed.after')],
      }
    },
  ),
  'contact-changed': template(z.object({ to: z.string() }), ({ to }, { t }) =>
    plainText(t, 'contact-changed', '/contact', { to: to || t('page.mail.templates.contact-changed.none') }),
  ),
  plan: template(z.object({ event: z.enum(PLAN_EVENTS) }), ({ event }, { t }) => ({
    subject: t(`page.mail.templates.plan.subjects.${event}`),
    words: [t(`page.mail.templates.plan.texts.${event}`)],
    link: { to: '/dashboard/financing', label: t('page.mail.templates.plan.link') },
    after: [t('page.mail.templates.plan.after')],
  })),
  departure: template(z.object({ event: z.enum(DEPARTURE_EVENTS) }), ({ event }, { t }) => ({
    subject: t(`page.mail.templates.departure.subjects.${event}`),
    words: [t(`page.mail.templates.departure.texts.${event}`)],
    link:
      event === 'returned'
        ? { to: '/dashboard', label: t('page.mail.templates.departure.home') }
        : { to: '/dashboard/departure', label: t('page.mail.templates.departure.link') },
    after: [t('page.mail.templates.departure.after')],
  })),
  // A message written before this param existed is for somebody with an account.
  contract: template(
    z.object({ event: z.enum(CONTRACT_NOTICES), id: z.uuid(), hasAccount: z.boolean().default(true) }),
    ({ event, id, hasAccount }, { t }) => ({
      subject: t(`page.mail.templates.contract.subjects.${event}`),
      words: [
        t(`page.mail.templates.contract.texts.${event}`),
        ...(hasAccount ? [] : [t(`page.mail.templates.contract.noAccount.${event}`)]),
      ],
      link: hasAccount
        ? { to: `/dashboard/contracts/${id}`, label: t('page.mail.templates.contract.link') }
        : { to: '/contact', label: t('page.mail.noAccount.link') },
      after: [t('page.mail.templates.contract.after')],
    }),
  ),
  'contract-link': template(
    // A message written before this param existed names no day.
    z.object({ number: z.number(), link: path, again: z.boolean().default(false), until: instant.optional() }),
    ({ number, link, again, until }, { t, language, company }) => {
      const plainVersion = plainText(t, 'contract-link', link, { number, company })
      const last = until ? formatInstant(until, language) : null
      return {
        ...plainVersion,
        words: [
          ...plainVersion.words,
          ...(again ? [t('page.mail.templates.contract-link.again')] : []),
          ...(last ? [t('page.mail.templates.contract-link.until', { until: last })] : []),
        ],
      }
    },
  ),
  'contract-code': template(z.object({ code: z.string(), number: z.number() }), ({ code, number }, { t }) => ({
    ...plainText(t, 'contract-code', '/contact', { number }),
    code,
  })),
  fine: template(z.object({ number: z.string() }), ({ number }, { t }) =>
    plainText(t, 'fine', '/dashboard/fines', { number }),
  ),
  test: template(z.object({ link: path }), ({ link }, { t }) => plainText(t, 'test', link, {})),
  invite: template(
    z.object({ link: path, approved: z.boolean().default(false) }),
    ({ link, approved }, { t, company }) => {
      const plainVersion = plainText(t, 'invite', link, { company })
      if (!approved) return plainVersion
      return {
        ...plainVersion,
        subject: t('page.mail.templates.invite.approved.subject'),
        words: [
          t('page.mail.templates.invite.approved.text', { company }),
          t('page.mail.templates.invite.approved.next'),
        ],
      }
    },
  ),
  'password-reset': template(
    z.object({ email: z.string(), link: path, forced: z.boolean().default(false) }),
    ({ email, link, forced }, { t }) => {
      const message = plainText(t, 'password-reset', link, { email })
      if (!forced) return message
      return {
        ...message,
        words: [t('page.mail.templates.password-reset.forced.text', { email })],
        after: [t('page.mail.templates.password-reset.forced.after')],
      }
    },
  ),
  'email-verification': template(z.object({ email: z.string(), link: path }), ({ email, link }, { t }) =>
    plainText(t, 'email-verification', link, { email }),
  ),
  'email-change': template(
    z.object({ email: z.string(), newEmail: z.string(), link: path }),
    ({ email, newEmail, link }, { t }) => plainText(t, 'email-change', link, { email, newEmail }),
  ),
  'email-changed': template(
    z.object({ newEmail: z.string(), link: path.default('/contact') }),
    ({ newEmail, link }, { t }) => plainText(t, 'email-changed', link, { newEmail }),
  ),
  'password-changed': template(z.object({ email: z.string(), at: instant }), ({ email, at }, { t, language }) =>
    plainText(t, 'password-changed', '/forgot', { email, at: formatInstant(at, language) }),
  ),
  'second-factor-added': template(z.object({ email: z.string(), at: instant }), ({ email, at }, { t, language }) =>
    plainText(t, 'second-factor-added', '/forgot', { email, at: formatInstant(at, language) }),
  ),
  'passkey-added': template(
    z.object({ email: z.string(), at: instant, device: z.string() }),
    ({ email, at, device }, { t, language }) =>
      plainText(t, 'passkey-added', '/forgot', { email, device, at: formatInstant(at, language) }),
  ),
  'new-sign-in': template(
    z.object({ email: z.string(), at: instant, device: z.string(), address: z.string() }),
    ({ at, ...given }, { t, language }) =>
      plainText(t, 'new-sign-in', '/forgot', { ...given, at: formatInstant(at, language) }),
  ),
  'account-changed': template(
    z.object({ email: z.string(), at: instant, change: z.enum(ACCOUNT_CHANGES) }),
    ({ email, at, change }, { t, language }) => ({
      subject: t(`page.mail.templates.account-changed.subjects.${change}`),
      words: [t(`page.mail.templates.account-changed.texts.${change}`, { email, at: formatInstant(at, language) })],
      link: { to: '/contact', label: t('page.mail.templates.account-changed.link') },
      after: [t('page.mail.templates.account-changed.after')],
    }),
  ),
  'account-disabled': template(z.object({ email: z.string() }), ({ email }, { t }) =>
    plainText(t, 'account-disabled', '/contact', { email }),
  ),
  'account-closed': template(z.object({ email: z.string() }), ({ email }, { t, company }) =>
    plainText(t, 'account-closed', '/contact', { email, company }),
  ),
  'money-person': template(z.object({ email: z.string(), at: instant }), ({ email, at }, { t, language }) =>
    plainText(t, 'money-person', '/admin/users', { email, at: formatInstant(at, language) }),
  ),
  'application-received': template(z.object({ link: path }), ({ link }, { t, company }) =>
    plainText(t, 'application-received', link, { company }),
  ),
  'application-arrived': template(z.object({ applicant: z.string(), link: path }), ({ applicant, link }, { t }) =>
    plainText(t, 'application-arrived', link, { applicant }),
  ),
  'application-rejected': template(z.object({ reason: z.string() }), ({ reason }, { t, company }) =>
    plainText(t, 'application-rejected', '/contact', { reason, company }),
  ),
  'negative-forecast': template(z.object({ count: z.number(), link: path }), ({ count, link }, { t }) =>
    plainText(t, 'negative-forecast', link, { count }),
  ),
  monday: template(
    z.object({ week: z.string(), lines: z.array(mondayLine).min(1), nextAt: instant.nullable() }),
    ({ week: text, lines, nextAt }, { t }) => {
      const week = readWeek(text)
      const summary = sumOf(lines)
      const nextTime = nextAt ? [t('page.mail.templates.monday.again', { at: formatTime(nextAt) })] : []
      return {
        subject: t(`page.mail.templates.monday.subject.${summary}`, { number: weekNumber(week) }),
        words: [t(`page.mail.templates.monday.text.${summary}`, { number: weekNumber(week) }), ...nextTime],
        lines: lines.map((line) => mondayWords(line, week, t)),
        link: { to: `/admin/weekly/${weekName(week)}`, label: t('page.mail.templates.monday.link') },
        after: [t('page.mail.templates.monday.after')],
      }
    },
  ),
  'disputes-late': template(z.object({ count: z.number(), link: path }), ({ count, link }, { t }) =>
    plainText(t, 'disputes-late', link, { count }),
  ),
  'receipt-missing': template(z.object({ count: z.number(), link: path }), ({ count, link }, { t }) =>
    plainText(t, 'receipt-missing', link, { count }),
  ),
  'application-letter': template(
    z.object({ subject: z.string(), text: z.string(), link: path }),
    ({ subject, text, link }, { t, company }) => ({
      subject,
      words: text.split(/\n{2,}/),
      link: { to: link, label: t('page.mail.templates.application-letter.link') },
      after: [t('page.mail.templates.application-letter.after', { company })],
    }),
  ),
  digest: template(
    z.object({ count: z.number(), lines: z.array(z.object({ what: z.string(), to: path })).min(1) }),
    ({ count, lines }, { t }) => ({ ...plainText(t, 'digest', '/admin', { count }), lines }),
  ),
  report: template(z.object({ report: z.string(), link: path, stop: path }), ({ report, link, stop }, { t }) => ({
    ...plainText(t, 'report', link, { report }),
    lines: [{ what: t('page.mail.templates.report.stop'), to: stop }],
  })),
  'books-broken': template(z.object({ count: z.number(), link: path }), ({ count, link }, { t }) =>
    plainText(t, 'books-broken', link, { count }),
  ),
  'backup-failed': template(z.object({ link: path }), ({ link }, { t }) => plainText(t, 'backup-failed', link, {})),
  'drill-failed': template(z.object({ link: path }), ({ link }, { t }) => plainText(t, 'drill-failed', link, {})),
  'ticket-arrived': template(
    z.object({ driver: z.string(), topic: z.enum(TICKET_TOPICS), link: path }),
    ({ driver, topic, link }, { t }) =>
      plainText(t, 'ticket-arrived', link, { driver, topic: t(`page.support.topics.${topic}`) }),
  ),
  'damage-report-arrived': template(
    z.object({ driver: z.string(), plate: z.string(), link: path }),
    ({ driver, plate, link }, { t }) => plainText(t, 'damage-report-arrived', link, { driver, plate }),
  ),
  'car-alert': template(
    z.object({ plate: z.string(), kind: z.enum(ALERT_KINDS), zone: z.string(), at: instant, link: path }),
    ({ plate, kind, zone, at, link }, { t }) => ({
      subject: t(`page.mail.templates.car-alert.subjects.${kind}`, { plate, zone }),
      words: [t(`page.mail.templates.car-alert.texts.${kind}`, { plate, zone, at: formatInstant(at, t.language) })],
      link: { to: link, label: t('page.mail.templates.car-alert.link') },
      after: [t('page.mail.templates.car-alert.after')],
    }),
  ),
  'contact-arrived': template(
    z.object({ from: z.string(), topic: z.enum(['statement', 'application', 'fleet', 'other']), link: path }),
    ({ from, topic, link }, { t }) =>
      plainText(t, 'contact-arrived', link, { from, topic: t(`page.mail.topics.${topic}`) }),
  ),
}

/** Messages after which the reader looks for an amount. */
const OF_AMOUNTS: ReadonlySet<string> = new Set<TemplateName>([
  ...(['statement-issued', 'statement-paid', 'payment-returned'] as const),
  ...(['dispute-accepted', 'dispute-declined', 'dispute-reopened'] as const),
  ...(['plan', 'departure', 'iban-changed', 'digest', 'receipt-missing'] as const),
])

/** A message of four texts: the subject, what happened, the label of the link, and what else to know. */
function plainText(
  t: Translator,
  name: Exclude<
    TemplateName,
    | MailedNotice['kind']
    | 'statement-issued'
    | 'iban-changed'
    | 'account-changed'
    | 'plan'
    | 'departure'
    | 'contract'
    | 'application-letter'
    | 'monday'
    | 'car-alert'
  >,
  to: string,
  params: Record<string, string | number>,
): MessageContent {
  return {
    subject: t(`page.mail.templates.${name}.subject`, params),
    words: [t(`page.mail.templates.${name}.text`, params)],
    link: { to, label: t(`page.mail.templates.${name}.link`) },
    after: [t(`page.mail.templates.${name}.after`)],
  }
}

/**
 * The content of a message, by the name of its template; `null` for an unknown template, or params that do not fit it.
 */
export function contentOf(templateName: string, params: unknown, reader: Reader): MessageContent | null {
  return Object.entries(TEMPLATES).find(([known]) => known === templateName)?.[1](params, reader) ?? null
}

export type Composed = { subject: string; text: string; html: string }

/**
 * A message that leads into the driver's area, for a driver who has no open account there: it says how to get in, and
 * leads to the office.
 */
function forNoAccount(content: MessageContent, t: Translator): MessageContent {
  return {
    ...content,
    words: [...content.words, t('page.mail.noAccount.text')],
    link: { to: '/contact', label: t('page.mail.noAccount.link') },
    after: content.afterOutside ?? content.after,
  }
}

const DRIVER_AREA = /^(\/en)?\/dashboard\b/

/** `isOutside`: a driver without an open account, who cannot read in the driver's area. */
type StoredMail = { template: string; params: unknown; name: string; language: Language; isOutside?: boolean }
type Sender = { site: string; brand: Pick<Brand, 'name' | 'colour'> }

/**
 * The words of a message in the reader's language, as text and as HTML. `site` begins every link, without a slash at
 * its end; the brand signs. `null` for an unknown template, or params that do not fit it.
 */
export function compose(
  { template: templateName, params, name, language, isOutside = false }: StoredMail,
  { site, brand }: Sender,
): Composed | null {
  const t = translator(language)
  const written = contentOf(templateName, params, { t, language, company: brand.name })
  if (!written) return null
  const isShut = isOutside && DRIVER_AREA.test(written.link.to)
  const content = isShut ? forNoAccount(written, t) : written
  const addressOf = (to: string) => site + (to.startsWith('/en/') ? to : inLanguage(to, language))
  const [url, lines] = [addressOf(content.link.to), content.lines ?? []]
  const greeting = name ? t('page.mail.greeting', { name }) : t('page.mail.greetingNobody')
  const reason = t(OF_AMOUNTS.has(templateName) && !isShut ? 'page.mail.why' : 'page.mail.automatic')
  return {
    subject: oneLine(content.subject),
    text: [
      ...[greeting, ...content.words],
      ...(content.code ? [content.code] : []),
      ...lines.map(({ what, to }) => `${what}:\n${addressOf(to)}`),
      `${content.link.label}:\n${url}`,
      ...[...content.after, brand.name, reason],
    ].join('\n\n'),
    html: page(language, content.subject, [
      `<p class="brand" style="margin:0 0 24px;font-weight:bold;color:#0d4c0d">${escapeHtml(brand.name)}</p>`,
      `<h1 style="margin:0 0 20px;font-size:22px;line-height:28px">${escapeHtml(content.subject)}</h1>`,
      ...[greeting, ...content.words].map(paragraph),
      ...(content.code ? [digits(content.code)] : []),
      ...lines.map(
        ({ what, to }) =>
          `<p style="margin:0 0 12px;padding-left:12px;border-left:3px solid ${brand.colour ?? '#0e630f'}"><a href="${escapeHtml(addressOf(to))}" style="color:inherit">${escapeHtml(what)}</a></p>`,
      ),
      `<p style="margin:28px 0"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${brand.colour ?? '#0e630f'};color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(content.link.label)}</a></p>`,
      ...content.after.map(paragraph),
      `<p class="small" style="margin:32px 0 0;padding-top:16px;border-top:1px solid #d9ddd7;font-size:13px;line-height:20px;color:#5c625a">${escapeHtml(reason)}<br><span style="overflow-wrap:anywhere">${escapeHtml(url)}</span></p>`,
    ]),
  }
}

/** One column, without pictures or anything to fetch; the colours change where the reader's program is dark. */
function page(language: Language, title: string, body: readonly string[]): string {
  const dark =
    'body{background:#161a15!important;color:#eef1ec!important}.card{background:#1f241e!important;border-color:#343a32!important}.brand{color:#97d893!important}.small{color:#a9b0a6!important;border-color:#343a32!important}'
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>@media (prefers-color-scheme:dark){${dark}}</style>`
  return `<!doctype html><html lang="${language}"><head>${head}</head><body style="margin:0;padding:24px 16px;background:#f4f6f3;color:#171a16;font:16px/24px Arial,Helvetica,sans-serif"><div class="card" style="max-width:34rem;margin:0 auto;padding:32px 28px;border:1px solid #d9ddd7;border-radius:12px;background:#ffffff">${body.join('')}</div></body></html>`
}

function digits(code: string): string {
  return `<p style="margin:24px 0;font-size:32px;line-height:40px;font-weight:bold;letter-spacing:4px">${escapeHtml(code)}</p>`
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** A subject is a header: a line break in it could begin another one. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
