import { basisPoints, share, sum } from '#domain/money.ts'
import { FEE_SUPPLIERS, type PlatformVat, type ReturnRules, addUpVat } from '#domain/vat-month.ts'
import type { Cents } from '#domain/money.ts'
import { type DaysAway, PLATFORMS, type Platform, type PlatformPart } from '#features/accounting/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDays, weekNumber } from '#messages/dates.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type Props = {
  parts: readonly PlatformPart[]
  all: PlatformVat
  away: readonly DaysAway[]
  rules: ReturnRules
}

/** The amounts that the platforms' reports add to each field of the return, and those that belong to no field. */
export function VatOfMonth({ parts, all, away, rules }: Props) {
  const t = useT()
  if (parts.length === 0)
    return (
      <Section title={t('page.accounting.vat.title')}>
        <Words look="soft">{t('page.accounting.vat.none')}</Words>
      </Section>
    )
  const rows = rowsOf(parts)
  return (
    <Section title={t('page.accounting.vat.title')}>
      <Stack>
        <Words look="soft">{t('page.accounting.vat.text')}</Words>
        <Table
          caption={t('page.accounting.vat.caption')}
          rows={rows}
          rowKey={({ key }) => key}
          columns={fieldColumns(t)}
          foot={[
            t('page.accounting.total'),
            ...([1, 2, 16, 17] as const).map((field) => <Money key={field} cents={all.fields[field]} look="bare" />),
            <Money key="payment" cents={all.payment} look="bare" />,
          ]}
        />
        <Words look="soft">{t('page.accounting.vat.fields')}</Words>
        <DaysOfOtherMonths parts={parts} away={away} />
        {wholePlatforms(parts).flatMap(({ platform, vat }) => {
          const rate = basisPoints(rules.transportVat)
          const expected = share(vat.fields[1], rate)
          if (Math.abs(expected - vat.fields[2]) <= ROUNDING) return []
          return (
            <Words key={platform} look="soft">
              {t('page.accounting.vat.other', {
                platform: t(`page.week.sourceNames.${platform}`),
                rate: formatPercent(rate, t.language),
                expected: formatMoney(expected, t.language),
                told: formatMoney(vat.fields[2], t.language),
              })}
            </Words>
          )
        })}
        {all.vat.estimated === 0 ? null : (
          <Words look="soft">
            {t('page.accounting.vat.estimated', { amount: formatMoney(all.vat.estimated, t.language) })}
          </Words>
        )}
        <Apart parts={parts} all={all} rules={rules} />
      </Stack>
    </Section>
  )
}

/** Cents by which rounding each trip and row may differ. */
const ROUNDING = 100

type FieldRow = { key: string; platform: Platform; withDays: { from: string; to: string } | null; vat: PlatformVat }

function wholePlatforms(parts: readonly PlatformPart[]) {
  return PLATFORMS.flatMap((platform) => {
    const partsOfPlatform = parts.filter((part) => part.platform === platform)
    return partsOfPlatform.length > 0 ? [{ platform, vat: addUpVat(partsOfPlatform.map(({ vat }) => vat)) }] : []
  })
}

/** One row for each platform, and one for each of its weeks that begins in the month before. */
function rowsOf(parts: readonly PlatformPart[]): FieldRow[] {
  const brought = ({ before }: PlatformPart) => before !== null
  return [
    ...wholePlatforms(parts.filter((part) => !brought(part))).map((part): FieldRow => ({
      ...part,
      key: part.platform,
      withDays: null,
    })),
    ...parts.filter(brought).map(({ platform, week, before, vat }): FieldRow => ({
      key: `${platform} ${week}`,
      platform,
      withDays: before,
      vat,
    })),
  ]
}

function fieldColumns(t: Translator): Column<FieldRow>[] {
  return [
    {
      head: t('page.accounting.vat.platform'),
      wraps: true,
      cell: ({ platform, withDays }) => (
        <>
          {t(`page.week.sourceNames.${platform}`)}{' '}
          <small>
            {withDays
              ? t('page.accounting.vat.byDay.withBefore', { days: formatDays(withDays, t.language) })
              : t('page.accounting.vat.supplier', FEE_SUPPLIERS[platform])}
          </small>
        </>
      ),
    },
    figure(t('page.accounting.vat.base'), ({ vat }) => vat.fields[1]),
    figure(t('page.accounting.vat.tax'), ({ vat }) => vat.fields[2]),
    figure(t('page.accounting.vat.fee'), ({ vat }) => vat.fields[16]),
    figure(t('page.accounting.vat.feeVat'), ({ vat }) => vat.fields[17]),
    figure(t('page.accounting.vat.payment'), ({ vat }) => vat.payment),
  ]
}

function figure<Row>(head: string, of: (row: Row) => Cents) {
  return { head, number: true, cell: (row: Row) => <Money cents={of(row)} look="bare" /> }
}

/**
 * For weeks that lie in two months: the days of another month that a week brings along, the days of a week that alone
 * count here, and those that count in the next month.
 */
function DaysOfOtherMonths({ parts, away }: Pick<Props, 'parts' | 'away'>) {
  const t = useT()
  const named = ({ platform, week }: Pick<DaysAway, 'platform' | 'week'>, days: { from: string; to: string }) => ({
    platform: t(`page.week.sourceNames.${platform}`),
    number: weekNumber(week),
    days: formatDays(days, t.language),
  })
  const sentences = [
    ...parts.flatMap((part) => {
      const { before, isByDay, vat } = part
      if (isByDay) return [t('page.accounting.vat.byDay.days', named(part, part))]
      if (!before) return []
      const [base, tax] = [formatMoney(vat.fields[1], t.language), formatMoney(vat.fields[2], t.language)]
      return [
        t(`page.accounting.vat.byDay.${before.isOtherQuarter ? 'quarter' : 'month'}`, {
          ...named(part, before),
          base,
          tax,
        }),
      ]
    }),
    ...away.map((daysAway) => t('page.accounting.vat.byDay.away', named(daysAway, daysAway))),
  ]
  const isHelped = parts.some(({ platform, before }) => platform === 'uber' && before) || away.some(isUber)
  return (
    <>
      {sentences.map((sentence) => (
        <Words key={sentence}>{sentence}</Words>
      ))}
      {isHelped ? <Words look="soft">{t('page.accounting.vat.byDay.how')}</Words> : null}
    </>
  )
}

const isUber = ({ platform }: DaysAway) => platform === 'uber'

/** Tolls, incentives, refunds and invoiced amounts, each with its field; then those without a field. */
function Apart({ parts, all, rules }: Pick<Props, 'parts' | 'all' | 'rules'>) {
  const t = useT()
  const where = (field: number) =>
    field === 0 ? t('page.accounting.vat.apart.none') : t('page.accounting.vat.apart.field', { number: field })
  const pair = (field: number) =>
    field === 1 || field === 3
      ? t('page.accounting.vat.apart.fields', { numbers: `${field}, ${field + 1}` })
      : where(field)
  const rows = [
    ...wholePlatforms(parts).map(({ platform, vat }) => ({
      key: platform,
      name: t(`page.week.sourceNames.${platform}`),
      cells: [vat.tolls, vat.incentives, vat.refunds, vat.invoiced].map((amount) => money(amount)),
    })),
    {
      key: 'where',
      name: t('page.accounting.vat.apart.where'),
      cells: [
        pair(rules.tollField),
        pair(rules.incentiveField),
        pair(rules.passengerRefundField),
        t('page.accounting.vat.apart.fields', { numbers: '16, 17, 24' }),
      ],
    },
  ]
  const heads = ['tolls', 'incentives', 'refunds', 'invoiced'] as const
  return (
    <>
      <Table
        caption={t('page.accounting.vat.apart.caption')}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          { head: t('page.accounting.vat.platform'), cell: ({ name }) => name },
          ...heads.map((head, place) => ({
            head: t(`page.accounting.vat.apart.${head}`),
            number: true,
            cell: ({ cells }: (typeof rows)[number]) => cells[place],
          })),
        ]}
      />
      <Outside all={all} />
      <Links>
        <Link to="/admin/financial-settings">{t('page.accounting.vat.apart.settings')}</Link>
      </Links>
    </>
  )
}

const money = (amount: Cents) => <Money cents={amount} look="bare" />

/** Amounts in no field of the return, in words with their sum; stored amounts of other kinds on their own. */
function Outside({ all: { fields, outside } }: Pick<Props, 'all'>) {
  const t = useT()
  const moneyText = (amount: Cents) => formatMoney(amount, t.language)
  const { tolls, tollTax, kept, ...others } = outside
  const names = ['incentives', 'tips', 'expenses', 'refunds'] as const
  const words = [
    ...(tolls === 0
      ? []
      : [
          t(`page.accounting.vat.outsideParts.${tollTax === 0 ? 'tolls' : 'tollsTaxed'}`, {
            amount: moneyText(tolls),
            tax: moneyText(tollTax),
          }),
        ]),
    ...names.flatMap((name) =>
      others[name] === 0 ? [] : [t(`page.accounting.vat.outsideParts.${name}`, { amount: moneyText(others[name]) })],
    ),
  ]
  const total = sum([tolls, ...names.map((name) => others[name])])
  return (
    <>
      {words.length === 0 ? null : (
        <Words>{t('page.accounting.vat.outside', { parts: words.join(', '), sum: moneyText(total) })}</Words>
      )}
      {kept === 0 ? null : <Words>{t('page.accounting.vat.kept', { amount: moneyText(kept) })}</Words>}
      {([3, 7] as const).map((number) =>
        fields[number] === 0 ? null : (
          <Words key={number}>{t('page.accounting.vat.others', { amount: moneyText(fields[number]), number })}</Words>
        ),
      )}
    </>
  )
}
