import { Fragment } from 'react'
import { type ReturnedItem, depositUse, figureDirection } from '#domain/departure.ts'
import { type Cents, minus } from '#domain/money.ts'
import { weekName } from '#domain/week.ts'
import type { DepositView, FinalAccount } from '#features/departures/final-accounts/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Section } from '#web/ui/card.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import styles from './departure-parts.module.css'
import { Money } from './money.tsx'

const TONES: Record<FinalAccount['state'], StateTone> = {
  waiting: 'info',
  ready: 'warn',
  'to-pay': 'info',
  owing: 'bad',
  settled: 'ok',
}

export function FinalState({ state }: Pick<FinalAccount, 'state'>) {
  const t = useT()
  return <State tone={TONES[state]}>{t(`page.departures.states.${state}`)}</State>
}

type Reader = 'office' | 'own'

/** "A pagar ao motorista", "A pagar pelo motorista" or "Nada a pagar"; to the driver "A receber" or "A pagar à empresa". */
export function figureLabel(figure: Cents, t: Translator, reader: Reader = 'office'): string {
  const side = figureDirection(figure)
  return t(reader === 'own' ? `page.departures.own.figure.${side}` : `page.departures.account.${side}`)
}

/** A thing to be given back, in words. */
export function itemWords({ what, name }: ReturnedItem, t: Translator): string {
  // A card is known by whose it is, its end and the car: "prio …0001 · ZX-11-TA".
  const [source = '', ...rest] = name.split(' ')
  const words = [t.find(`page.fleet.sources.${source}`) ?? source, ...rest].join(' ')
  return t(`page.departures.checklist.${what}`, { name: words })
}

/** The sums of a final account, part by part, down to what either side pays. */
export function FinalFigures({ account, reader = 'office' }: { account: FinalAccount; reader?: Reader }) {
  const t = useT()
  const { figures, awaited, departure, state, expected, contested } = account
  const { carried, due, held, used, returned, figure } = figures
  const words = reader === 'own' ? 'own.part' : 'account'
  const canClose = reader === 'office' && (state === 'waiting' || state === 'ready')
  const parts = [
    { what: t(`page.departures.${words}.carried`), amount: carried },
    { what: t(`page.departures.${words}.plans`), amount: minus(due) },
    { what: t(`page.departures.${words}.deposit`), amount: held },
  ]
  const money = (amount: Cents) => formatMoney(amount, t.language)
  return (
    <Section title={t('page.departures.account.figures')} aside={<FinalState state={state} />}>
      <Table
        caption={t('page.departures.account.caption')}
        rows={parts}
        rowKey={({ what }) => what}
        columns={partColumns(t)}
        foot={[figureLabel(figure, t, reader), <Money key="figure" cents={figure} look="bare" owed />]}
      />
      <div className={styles.words}>
        {held > 0 ? (
          <p>
            {t(`page.departures.account.uses.${depositUse(figures)}`, { used: money(used), returned: money(returned) })}
          </p>
        ) : null}
        {awaited > 0 ? <p>{t('page.departures.account.awaited', { amount: money(awaited) })}</p> : null}
        {state === 'waiting' && held > 0 ? (
          <p>{t('page.departures.account.waiting', { day: formatDayShort(departure.waitsUntil, t.language) })}</p>
        ) : null}
        {state === 'to-pay' && departure.paysIn ? (
          <p>{t('page.departures.account.paysIn', { number: weekNumber(departure.paysIn) })}</p>
        ) : null}
        {expected.length > 0 ? (
          <p>
            {t('page.departures.account.expected')}:{' '}
            {expected.map((week) => formatWeekNumber(week, t.language)).join(', ')}.{' '}
            {t(canClose ? 'page.departures.account.expectedText' : 'page.departures.own.expected')}
          </p>
        ) : null}
        {contested.length > 0 ? (
          <p>
            {t('page.departures.account.contested')}: <ContestedWeeks contested={contested} reader={reader} />.{' '}
            {t(canClose ? 'page.departures.account.contestedText' : 'page.departures.own.contested')}
          </p>
        ) : null}
      </div>
    </Section>
  )
}

/** The weeks of contested lines, each a link to where this reader sees the line. */
function ContestedWeeks({ contested, reader }: Pick<FinalAccount, 'contested'> & { reader: Reader }) {
  const { language } = useT()
  return contested.map(({ id, week }, at) => (
    <Fragment key={id}>
      {at > 0 ? ', ' : null}
      <Link to={reader === 'office' ? `/admin/weekly/disputes/${id}` : `/dashboard/payslips/${weekName(week)}`}>
        {formatWeekNumber(week, language)}
      </Link>
    </Fragment>
  ))
}

/** Deposits: what came in, was used, was given back and is held. */
export function Deposits({ deposits }: { deposits: readonly DepositView[] }) {
  const t = useT()
  return (
    <Table
      caption={t('page.departures.account.depositsCaption')}
      rows={deposits}
      rowKey={({ id }) => id}
      columns={depositColumns(t)}
    />
  )
}

/** Plans whose remaining amount falls due. */
export function OpenPlans({ plans, href }: { plans: FinalAccount['plans']; href?: (id: string) => string }) {
  const t = useT()
  return (
    <Table
      caption={t('page.departures.account.plansCaption')}
      rows={plans.filter(({ remaining }) => remaining !== 0)}
      rowKey={({ id }) => id}
      {...(href ? { href: ({ id }: { id: string }) => href(id) } : {})}
      columns={planColumns(t)}
    />
  )
}

type Part = { what: string; amount: Cents }

function partColumns(t: Translator): Column<Part>[] {
  return [
    { head: t('page.departures.account.what'), cell: ({ what }) => what },
    {
      head: t('page.departures.account.amount'),
      number: true,
      cell: ({ amount }) => <Money cents={amount} look="bare" />,
    },
  ]
}

function depositColumns(t: Translator): Column<DepositView>[] {
  return [
    {
      head: t('page.departures.deposit.what'),
      cell: ({ reason, remaining }) =>
        remaining > 0
          ? `${reason} (${t('page.departures.deposit.remaining', { amount: formatMoney(remaining, t.language) })})`
          : reason,
    },
    ...(['agreed', 'received', 'used', 'returned', 'held'] as const).map((name): Column<DepositView> => ({
      head: t(`page.departures.deposit.${name}`),
      number: true,
      wideOnly: name === 'agreed' || name === 'received',
      cell: (row) => <Money cents={row[name]} look="bare" />,
    })),
  ]
}

function planColumns(t: Translator): Column<FinalAccount['plans'][number]>[] {
  return [
    {
      head: t('page.plans.columns.kind'),
      cell: ({ kind, reason, awaitsAcceptance }) =>
        [
          t(`page.plans.kinds.${kind}`),
          reason,
          ...(awaitsAcceptance ? [t('page.departures.account.unaccepted')] : []),
        ].join(' · '),
    },
    {
      head: t('page.plans.columns.total'),
      number: true,
      cell: ({ agreed }) => <Money cents={agreed} look="bare" />,
    },
    {
      head: t('page.plans.columns.remaining'),
      number: true,
      cell: ({ remaining }) => <Money cents={remaining} look="bare" />,
    },
  ]
}
