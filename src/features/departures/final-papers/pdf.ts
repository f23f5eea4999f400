import { type FinalFigures, PAYMENT_DAYS, depositUse, figureDirection } from '#domain/departure.ts'
import { type Cents, minus, sum } from '#domain/money.ts'
import { depositFigures } from '#domain/plan.ts'
import { ZONE } from '#domain/week.ts'
import type { AccountEntry } from '#features/ledger/current-accounts/schema.ts'
import { type FinalAccount, lastClosing } from '#features/departures/final-accounts/schema.ts'
import type { PlanView } from '#features/plans/schema.ts'
import { type Statement, type StatementRow, drawStatement } from '#integrations/pdf/statement.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { HTML_LANG, type Language } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'

/** The company that issues a document, the driver it is about, and the moment when it is made. */
export type PaperHead = {
  language: Language
  title: string
  company: {
    name: string
    nipc: string
    licence: string | null
    contact: string | null
    /** The IBAN to which a debt is paid; `null` when it is not known. */
    iban: string | null
    logo: Uint8Array | null
  }
  driver: { name: string; nif: string | null }
  madeAt: Temporal.Instant
}

/** Maximum number of entries of the current account that the document shows one by one; earlier ones are one sum. */
const MAX_ENTRIES = 10

/** Draws a final account as a tagged PDF; for a driver who owes money it is a request for payment. */
export function renderFinalAccount(head: PaperHead, account: FinalAccount): Promise<Uint8Array> {
  const t = translator(head.language)
  const { state, figures, departure, expected, contested } = account
  const closed = lastClosing(account.movements)
  const label = t(`page.departures.account.${figureDirection(figures.figure)}`)
  const size = formatMoney(Math.abs(figures.figure), t.language)
  return drawStatement({
    ...commonParts(head, t),
    period: t('page.departures.paper.period', { day: formatDayShort(departure.lastDay, t.language) }),
    headline: {
      label,
      amount: size,
      debt: null,
      state: t(`page.departures.states.${state}`),
      note: headNote(head, account, t),
    },
    facts: [...facts(head, t), { label: t('page.departures.paper.reason'), value: departure.reason }],
    groups: accountGroups(account, t),
    total: { label, amount: size },
    after: [],
    closing: [
      ...(expected.length > 0
        ? [t('page.departures.paper.expected', { weeks: expected.map((week) => weekName(week, t)).join(', ') })]
        : []),
      ...(contested.length > 0
        ? [t('page.departures.paper.contested', { weeks: contested.map(({ week }) => weekName(week, t)).join(', ') })]
        : []),
      ...(closed ? [] : heldUse(account, t)),
      ...(state === 'owing' ? wayToPay(head, account, t) : []),
      t('page.departures.paper.notInvoice'),
      contest(dueDay(head, account), t),
    ],
  })
}

/**
 * Draws a driver's deposits: the amounts paid in, used (with the reason) and given back, and until when the rest is
 * given back.
 */
export function renderDepositStatement(
  head: PaperHead,
  plans: readonly PlanView[],
  waitsUntil: string | null,
): Promise<Uint8Array> {
  const t = translator(head.language)
  const money = (amount: Cents) => formatMoney(amount, t.language)
  const held = sum(plans.map((plan) => plan.held))
  return drawStatement({
    ...commonParts(head, t),
    period: formatDayShort(head.madeAt.toZonedDateTimeISO(ZONE).toPlainDate(), t.language),
    headline: {
      label: t('page.departures.paper.held'),
      amount: money(held),
      debt: null,
      state: deadline(held, waitsUntil, t),
      note: null,
    },
    facts: facts(head, t),
    groups: plans.map((plan) => depositGroup(plan, t)),
    total: { label: t('page.departures.paper.held'), amount: money(held) },
    after: [],
    closing: [t('page.departures.paper.notInvoice'), contest(held === 0 ? null : waitsUntil, t)],
  })
}

function deadline(held: Cents, waitsUntil: string | null, t: Translator): string {
  if (held === 0) return t('page.departures.paper.nothingHeld')
  if (waitsUntil === null) return t('page.departures.paper.noDeadline')
  return t('page.departures.paper.deadline', { day: formatDayShort(waitsUntil, t.language) })
}

/** The parts that both documents share. */
function commonParts({ language, title, company, driver, madeAt }: PaperHead, t: Translator) {
  return {
    language: HTML_LANG[language],
    createdAt: madeAt,
    issuer: {
      name: company.name,
      details: [
        t('payslip.company.nipc', { nipc: company.nipc }),
        ...(company.licence ? [t('payslip.company.licence', { licence: company.licence })] : []),
        ...(company.contact ? [company.contact] : []),
      ],
      logo: company.logo,
    },
    kind: title,
    days: [],
    totals: null,
    sources: null,
    foot: {
      text: `${driver.name} · ${title}`,
      page: (page: number, pages: number) => t('payslip.page', { page, pages }),
    },
  } satisfies Partial<Statement>
}

function facts({ driver, madeAt, language }: PaperHead, t: Translator): { label: string; value: string }[] {
  return [
    { label: t('page.departures.paper.driver'), value: driver.name },
    ...(driver.nif ? [{ label: t('page.departures.paper.nif'), value: driver.nif }] : []),
    {
      label: t('page.departures.paper.made'),
      value: formatDayShort(madeAt.toZonedDateTimeISO(ZONE).toPlainDate(), language),
    },
  ]
}

function headNote(head: PaperHead, account: FinalAccount, t: Translator): string | null {
  const { state, departure } = account
  const day = dueDay(head, account)
  if (day !== null)
    return t(state === 'owing' ? 'page.departures.paper.asks' : 'page.departures.paper.waits', {
      day: formatDayShort(day, t.language),
    })
  if (state === 'to-pay' && departure.paysIn)
    return t('page.departures.paper.pays', { number: weekNumber(departure.paysIn) })
  return null
}

/** The day that the document names: until which a driver who owes must pay, or until which the account waits. */
function dueDay({ madeAt }: PaperHead, { state, departure }: FinalAccount): string | null {
  if (state === 'owing') return madeAt.toZonedDateTimeISO(ZONE).toPlainDate().add({ days: PAYMENT_DAYS }).toString()
  return state === 'waiting' ? departure.waitsUntil : null
}

function wayToPay({ company: { iban } }: PaperHead, { driver: { ref } }: FinalAccount, t: Translator): string[] {
  return [
    ...(iban ? [t('page.departures.paper.account', { iban: iban.replaceAll(/(.{4})(?=.)/g, '$1 ') })] : []),
    t('page.departures.paper.quote', { ref }),
  ]
}

/** The sentence on how to contest; `day` is the day that the document names, if any. */
function contest(day: string | null, t: Translator): string {
  return t(day === null ? 'page.departures.paper.contest' : 'page.departures.paper.contestBefore')
}

type Group = Statement['groups'][number]

/** The parts of a final account. Their amounts add up to its figure, and the rows of each part to the part's amount. */
export function accountGroups(account: FinalAccount, t: Translator): Group[] {
  const closed = lastClosing(account.movements)
  return closed ? closedGroups(account, closed, t) : openGroups(account, t)
}

/** The parts of an open account: the current account with its entries, plans that fall due, and deposits. */
function openGroups(account: FinalAccount, t: Translator): Group[] {
  const { books, awaited, figures } = account
  const entries = books.current.entries.slice(0, MAX_ENTRIES).toReversed()
  const first = entries[0]
  const before = first ? sum([first.balance, minus(first.amount)]) : books.current.balance
  return [
    group(t('page.departures.paper.current'), figures.carried, t, [
      ...(before === 0 ? [] : [row(t('page.departures.paper.before'), null, before, t)]),
      ...entries.map((entry) => entryRow(entry, t)),
      ...awaitedRows(awaited, t),
    ]),
    ...planGroups(account, t),
  ]
}

/** The parts of a closed account: the figures with which it was closed, and everything that came later. */
function closedGroups(account: FinalAccount, closed: FinalAccount['movements'][number], t: Translator): Group[] {
  const { books, awaited, figures } = account
  const { carried, due, held } = closed.figures ?? figures
  const day = formatDayShort(Temporal.Instant.from(closed.at).toZonedDateTimeISO(ZONE).toPlainDate(), t.language)
  const later = books.current.entries.filter(({ id }) => id > (closed.lastEntry ?? 0)).toReversed()
  const movedSince = sum([figures.carried, minus(closed.amount)])
  // The closing left out approved statements that were not paid yet. Their payment, and those that still wait, belong
  // to the later part.
  const wasAwaited = sum([movedSince, awaited, ...later.map(({ amount }) => minus(amount))])
  const since = [
    ...(wasAwaited === 0 ? [] : [row(t('page.departures.paper.wasAwaited'), null, wasAwaited, t)]),
    ...later.map((entry) => entryRow(entry, t)),
    ...awaitedRows(awaited, t),
  ]
  return [
    group(t('page.departures.paper.closed', { day }), closed.amount, t, [
      row(t('page.departures.paper.carried'), null, carried, t),
      ...(due === 0 ? [] : [row(t('page.departures.paper.plans'), null, minus(due), t)]),
      ...(held === 0 ? [] : [row(t('page.departures.paper.depositGroup'), closedUse(closed, t), held, t)]),
    ]),
    ...(since.length > 0 ? [group(t('page.departures.paper.since'), movedSince, t, since)] : []),
    ...planGroups(account, t),
  ]
}

function planGroups({ plans, deposits, figures }: FinalAccount, t: Translator): Group[] {
  const open = plans.filter(({ remaining }) => remaining !== 0)
  const kept = deposits.filter(({ held }) => held !== 0)
  const money = (amount: Cents) => formatMoney(amount, t.language)
  return [
    ...(open.length > 0
      ? [
          group(
            t('page.departures.paper.plans'),
            minus(figures.due),
            t,
            open.map(({ kind, reason, agreed, remaining, awaitsAcceptance }) =>
              row(
                `${t(`page.plans.kinds.${kind}`)} · ${reason}`,
                [
                  t('page.departures.paper.planNote', { agreed: money(agreed) }),
                  ...(awaitsAcceptance ? [t('page.departures.account.unaccepted')] : []),
                ].join(' · '),
                minus(remaining),
                t,
              ),
            ),
          ),
        ]
      : []),
    ...(kept.length > 0
      ? [
          group(
            t('page.departures.paper.depositGroup'),
            figures.held,
            t,
            kept.map(({ reason, received, used, returned, held }) =>
              row(
                reason,
                t('page.departures.paper.depositNote', {
                  received: money(received),
                  used: money(used),
                  returned: money(returned),
                }),
                held,
                t,
              ),
            ),
          ),
        ]
      : []),
  ]
}

function depositGroup({ reason, past, movements, taken, held }: PlanView, t: Translator): Group {
  const { received } = depositFigures(taken, movements)
  const movementRows = (kinds: readonly string[], label: string) =>
    movements.flatMap(({ kind, amount, reason: why, at }) =>
      kinds.includes(kind)
        ? [
            row(
              label,
              `${formatDayShort(dayOf(at), t.language)} · ${why}`,
              kind === 'early' ? amount : minus(amount),
              t,
            ),
          ]
        : [],
    )
  const weeks = past.flatMap(({ week, taken: amount }) =>
    amount === 0 ? [] : [row(t('page.departures.paper.received'), weekName(week, t), amount, t)],
  )
  const label = `${t('page.departures.paper.depositGroup')} · ${reason}`
  return group(label, held, t, [
    ...(received === 0 ? [] : [...movementRows(['early'], t('page.departures.paper.received')), ...weeks]),
    ...movementRows(['used'], t('page.departures.paper.used')),
    ...movementRows(['returned', 'released'], t('page.departures.paper.returned')),
  ])
}

function heldUse({ figures: { held, used, returned } }: FinalAccount, t: Translator): string[] {
  if (held <= 0) return []
  return [usedWords({ used, returned }, t)]
}

function closedUse({ figures }: FinalAccount['movements'][number], t: Translator): string | null {
  if (!figures || figures.held === 0) return null
  return usedWords(figures, t)
}

function usedWords({ used, returned }: Pick<FinalFigures, 'used' | 'returned'>, t: Translator): string {
  const amounts = { used: formatMoney(used, t.language), returned: formatMoney(returned, t.language) }
  return t(`page.departures.account.uses.${depositUse({ used, returned })}`, amounts)
}

function awaitedRows(awaited: Cents, t: Translator): StatementRow[] {
  return awaited === 0 ? [] : [row(t('page.accounts.awaited'), t('page.departures.paper.awaits'), minus(awaited), t)]
}

function entryRow({ kind, week, day, amount, reason }: AccountEntry, t: Translator): StatementRow {
  const words = t(`page.accounts.kinds.${kind}`)
  const label = week ? t('page.accounts.ofWeek', { kind: words, number: weekNumber(week) }) : words
  const on = formatDayShort(day, t.language)
  return row(label, reason ? `${on} · ${reason}` : on, amount, t)
}

function weekName(week: string, t: Translator): string {
  return formatWeekNumber(week, t.language)
}

function dayOf(at: string): Temporal.PlainDate {
  return Temporal.Instant.from(at).toZonedDateTimeISO(ZONE).toPlainDate()
}

function group(label: string, amount: Cents, t: Translator, rows: readonly StatementRow[]): Group {
  return { label, amount: formatMoney(amount, t.language), rows }
}

function row(label: string, note: string | null, amount: Cents, t: Translator): StatementRow {
  return { label, note, amount: formatMoney(amount, t.language) }
}
