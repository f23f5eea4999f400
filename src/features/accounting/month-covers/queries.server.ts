import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type Cents, sum } from '#domain/money.ts'
import { monthAt } from '#domain/month.ts'
import { addUpVat } from '#domain/vat-month.ts'
import { ZONE } from '#domain/week.ts'
import { invoicesOf } from '#features/accounting/invoices/queries.server.ts'
import { sumsOfLines } from '#features/accounting/invoices/schema.ts'
import { reconcileMonth } from '#features/accounting/reconciliations/queries.server.ts'
import { paidSteps } from '#features/accounting/reconciliations/schema.ts'
import { PLATFORMS, type MonthSums, type PlatformPart } from '#features/accounting/schema.ts'
import { brandIn, readBrandLogo } from '#features/company/brand/queries.server.ts'
import { drawStatement } from '#integrations/pdf/statement.ts'
import { formatDayShort, formatDays, formatMonth, weekNumber } from '#messages/dates.ts'
import { HTML_LANG, type Language } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'
import { downloadName } from '#platform/download-name.ts'

type DaysOf = { from: string; to: string }

const OUTSIDE = ['tolls', 'tollTax', 'incentives', 'refunds', 'tips', 'expenses', 'kept'] as const

/** The first sheet of a month's folder: its sums, week by week, and what is still missing. */
export async function drawCover(view: MonthSums, now: Temporal.Instant, language: Language, on: Kysely<DB> = db) {
  const t = translator(language)
  const money = (amount: Cents) => formatMoney(amount, language)
  const [brand, logo, { payments }] = await Promise.all([brandIn(language), readBrandLogo(), reconcileMonth(view, on)])
  const totalVat = addUpVat(view.platforms.map(({ vat }) => vat))
  const net = sum(view.weeks.map((week) => week.net))
  const missing = view.weeks.reduce((count, week) => count + week.missing, 0)
  const issued = view.weeks.reduce((count, week) => count + week.issued, 0)
  const made = formatDayShort(now.toZonedDateTimeISO(ZONE).toPlainDate(), language)
  const period = t('page.accounting.cover.period', {
    from: formatDayShort(view.first, language),
    to: formatDayShort(view.last, language),
  })
  const field = (number: string) => t('page.accounting.cover.vatNote', { field: number })
  const invoices = sumsOfLines((await invoicesOf(view, on)).lines)
  const inside = view.rentsInside.length
  const steps = paidSteps(payments)
  const row = (label: string, amount: Cents, note: string | null = null) => ({ label, note, amount: money(amount) })
  const outside = OUTSIDE.flatMap((name) =>
    totalVat.outside[name] === 0 ? [] : [row(t(`page.accounting.cover.outsideRows.${name}`), totalVat.outside[name])],
  )
  const named = ({ platform, week }: Pick<PlatformPart, 'platform' | 'week'>, days: DaysOf) => ({
    platform: t(`page.week.sourceNames.${platform}`),
    number: weekNumber(week),
    days: formatDays(days, language),
  })
  // One row for each week that lies in two months: with the days it brings from the month before, with only its days
  // in this month, or without an amount when all of it counts in another month.
  const days = [
    ...view.platforms.flatMap((platform) => {
      const { before, isByDay, vat } = platform
      if (before)
        return [
          row(
            t('page.accounting.cover.withBefore', named(platform, before)),
            vat.fields[1],
            t('page.accounting.cover.field1'),
          ),
        ]
      if (!isByDay) return []
      return [
        row(
          t('page.accounting.cover.byDay', named(platform, platform)),
          vat.fields[1],
          t('page.accounting.cover.field1Days'),
        ),
      ]
    }),
    ...view.daysAway.map((daysAway) => ({
      label: t('page.accounting.cover.away', named(daysAway, daysAway)),
      note: null,
      amount: '',
    })),
  ]
  const bytes = await drawStatement({
    language: HTML_LANG[language],
    createdAt: now,
    issuer: {
      name: brand.legalName || brand.name,
      details: [
        t('payslip.company.nipc', { nipc: brand.taxNumber }),
        [brand.phone, brand.email].filter(Boolean).join(' · '),
      ],
      logo,
    },
    kind: t('page.accounting.cover.kind'),
    period: formatMonth(view.month, language),
    headline: {
      label: t('page.accounting.cover.net'),
      amount: money(net),
      debt: null,
      state: t(`page.accounting.cover.state.${missing > 0 || view.month >= monthAt(now) ? 'open' : 'closed'}`),
      note: period,
    },
    facts: [
      { label: t('page.accounting.cover.statements'), value: String(issued) },
      { label: t('page.accounting.cover.made'), value: made },
    ],
    days: [],
    groups: [
      {
        label: t('page.accounting.cover.trips'),
        amount: money(totalVat.gross),
        rows: PLATFORMS.flatMap((platform) => {
          const ofPlatform = view.platforms.filter((platformPart) => platformPart.platform === platform)
          if (ofPlatform.length === 0) return []
          return [
            row(
              t(`page.week.sourceNames.${platform}`),
              addUpVat(ofPlatform.map(({ vat }) => vat)).gross,
              t('page.accounting.cover.tripsNote'),
            ),
          ]
        }),
      },
      {
        label: t('page.accounting.cover.vat'),
        amount: '',
        rows: [
          row(t('page.accounting.cover.base'), totalVat.fields[1], field('1')),
          row(t('page.accounting.cover.tax'), totalVat.fields[2], field('2')),
          ...([3, 7] as const).flatMap((number) =>
            totalVat.fields[number] === 0
              ? []
              : [row(t('page.accounting.cover.incentives'), totalVat.fields[number], field(String(number)))],
          ),
          ...(totalVat.fields[4] === 0
            ? []
            : [row(t('page.accounting.cover.incentivesTax'), totalVat.fields[4], field('4'))]),
          row(t('page.accounting.cover.fees'), totalVat.fields[16], field('16')),
          row(t('page.accounting.cover.feeVat'), totalVat.fields[17], field('17, 24')),
        ],
      },
      ...(outside.length === 0 ? [] : [{ label: t('page.accounting.cover.outside'), amount: '', rows: outside }]),
      ...(days.length === 0 ? [] : [{ label: t('page.accounting.cover.days'), amount: '', rows: days }]),
      {
        label: t('page.accounting.cover.drivers'),
        amount: money(net),
        rows: view.weeks
          .filter((week) => week.issued + week.missing > 0)
          .map((week) =>
            row(
              t('page.accounting.cover.week', { number: weekNumber(week.week) }),
              week.net,
              [
                t('page.accounting.cover.weekNote', { count: week.issued }),
                ...(week.missing > 0 ? [t('page.accounting.cover.missing', { count: week.missing })] : []),
              ].join(', '),
            ),
          ),
      },
      {
        label: t('page.accounting.cover.others'),
        amount: '',
        rows: [
          row(t('page.accounting.cover.withheld'), view.withheld),
          row(
            t('page.accounting.cover.rents'),
            invoices.total,
            [
              ...(invoices.undecided.count === 0
                ? []
                : [t('page.accounting.cover.undecided', { count: invoices.undecided.count })]),
              ...(inside === 0 ? [] : [t('page.accounting.facts.rentsInside', { count: inside })]),
            ].join(', ') || null,
          ),
          row(t('page.accounting.cover.rentsVat'), invoices.vat),
          row(
            t('page.accounting.cover.receipts'),
            view.receipts.missingValue,
            t('page.accounting.cover.receiptsNote', { count: view.receipts.missing }),
          ),
        ],
      },
      {
        label: t('page.accounting.cover.paid'),
        amount: '',
        rows: steps
          .slice(
            0,
            steps.findIndex(({ name }) => name === 'paid'),
          )
          .map(({ name, week, amount }) =>
            row(t(`page.accounting.paid.steps.${name}`, { number: week ? weekNumber(week) : '' }), amount),
          ),
      },
    ],
    total: { label: t('page.accounting.cover.payments'), amount: money(payments.paid) },
    after: [],
    totals: null,
    sources: null,
    closing: [
      t('page.accounting.list.whatIs'),
      t('page.accounting.cover.codes'),
      t('page.accounting.management'),
      t('page.accounting.files.saft'),
    ],
    foot: {
      text: `${brand.legalName || brand.name} · ${t('page.accounting.cover.kind')} · ${view.month}`,
      page: (page: number, pages: number) => t('page.accounting.cover.page', { page, pages }),
    },
  })
  return { name: downloadName(`${t('page.accounting.files.names.cover')}-${view.month}`, 'pdf'), bytes }
}
