import { isoWeek } from '#domain/week.ts'
import { type Cents, ZERO, sum } from '#domain/money.ts'
import { type Instalment, TAKEN_BACK_MOVEMENTS } from '#domain/plan.ts'
import type { AdvanceForecast, PlanMovement, PlanView } from '#features/plans/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { dayOf, formatDayShort, formatWeek, formatWeekDays, formatWeekNumber } from '#messages/dates.ts'
import { HTML_LANG } from '#messages/language.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Moment } from './moment.tsx'
import { Money } from './money.tsx'
import styles from './plan-parts.module.css'

const TONES: Record<PlanView['state'], StateTone> = {
  requested: 'todo',
  declined: 'todo',
  active: 'info',
  paid: 'ok',
  replaced: 'info',
  cancelled: 'todo',
}

export function PlanState({ state }: Pick<PlanView, 'state'>) {
  const t = useT()
  return <State tone={TONES[state]}>{t(`page.plans.states.${state}`)}</State>
}

/** The conditions as one text: what the driver reads and accepts, word for word. */
export function conditionsOf(plan: PlanView, t: Translator): string {
  const { kind, reason, total, count, first, skipsIdle, down, isDownTakenBack, interest, fullCharge: cost } = plan
  const money = (amount: Cents) => formatMoney(amount, t.language)
  const agreed = { kind: t(`page.plans.kinds.${kind}`), reason, total: money(total), count, ...isoWeek(first) }
  const charge = { rate: formatPercent(interest, t.language), cost: money(cost), all: money(sum([total, cost])) }
  return [
    t(interest > 0 ? 'page.plans.own.conditionsWithCharge' : 'page.plans.own.conditions', { ...agreed, ...charge }),
    ...(down > 0 && !isDownTakenBack ? [t('page.plans.own.down', { down: money(down) })] : []),
    ...(skipsIdle ? [t('page.plans.own.idle')] : []),
    t('page.plans.own.leaving'),
  ].join(' ')
}

/** The conditions that the driver accepted, as they were then: later wordings do not change them. */
export function AcceptedWords({ plan }: { plan: Pick<PlanView, 'acceptedAt' | 'acceptedText' | 'acceptedLanguage'> }) {
  const t = useT()
  const { acceptedAt, acceptedText, acceptedLanguage } = plan
  if (acceptedAt === null) return null
  return (
    <p>
      {t('page.plans.own.accepted')} <Moment at={acceptedAt} />:{' '}
      {acceptedText && acceptedLanguage ? (
        <q lang={HTML_LANG[acceptedLanguage]}>{acceptedText}</q>
      ) : (
        t('page.plans.own.wordsLost')
      )}
    </p>
  )
}

/** The week and the amount of the next instalment; nothing when none is to come. */
export function NextInstalment({ coming: [next] }: Pick<PlanView, 'coming'>) {
  const t = useT()
  return next ? `${formatWeekNumber(next.week, t.language)} · ${formatMoney(next.due, t.language)}` : null
}

/** A week; on a phone its days stand under its number. */
function WeekOf({ week }: { week: string }) {
  const { language } = useT()
  return (
    <>
      {formatWeekNumber(week, language)} <span className={styles.days}>{formatWeekDays(week, language)}</span>
    </>
  )
}

type Row = { week: string; due: Cents; charge: Cents; taken: Cents | null; after: Cents | null }

/** A plan week by week: what statements took, and everything still to come. */
export function PlanSchedule({ past, coming }: { past: PlanView['past']; coming: readonly Instalment[] }) {
  const t = useT()
  const rows: Row[] = [
    ...past.map(({ week, due, taken, charged }) => ({ week, due, charge: charged, taken, after: null })),
    ...coming.map(({ week, due, charge, after }) => ({ week, due, charge, taken: null, after })),
  ]
  return (
    <Table
      caption={t('page.plans.schedule.caption')}
      rows={rows}
      rowKey={({ week }) => week}
      empty={<p>{t('page.plans.schedule.done')}</p>}
      columns={weekColumns(
        t,
        past.length > 0,
        rows.some(({ charge }) => charge !== 0),
      )}
    />
  )
}

function weekColumns(t: Translator, hasPast: boolean, hasCharges: boolean): Column<Row>[] {
  const takenColumn: Column<Row> = {
    head: t('page.plans.columns.paid'),
    number: true,
    cell: (row) => (row.taken === null ? null : <Money cents={row.taken} look="bare" />),
  }
  const charge: Column<Row> = {
    head: t('page.plans.columns.charge'),
    number: true,
    cell: (row) => <Money cents={row.charge} look="bare" />,
  }
  return [
    { head: t('page.plans.columns.week'), cell: ({ week }) => <WeekOf week={week} /> },
    {
      head: t('page.plans.columns.due'),
      number: true,
      first: true,
      cell: ({ due }) => <Money cents={due} look="bare" />,
    },
    ...(hasCharges ? [charge] : []),
    ...(hasPast ? [takenColumn] : []),
    {
      head: t('page.plans.columns.after'),
      number: true,
      cell: ({ after }) => (after === null ? null : <Money cents={after} look="bare" />),
    },
  ]
}

type Expected = {
  forecast: AdvanceForecast
  /** The number of weeks in which the driver asked to repay it. */
  asked: number
  /** The reader: the driver, or the office. */
  whose: 'own' | 'driver'
}

/** The weeks in which an advance would really be repaid, with the basis of that forecast: the driver's last weeks, or nothing yet. */
export function ExpectedWeeks({ forecast: { coming, room, weeks }, asked, whose }: Expected) {
  const t = useT()
  const params = { count: weeks, room: formatMoney(room ?? ZERO, t.language) }
  if (coming === null)
    return (
      <Notice tone="warn">
        <p>{t(`page.plans.${whose}.ask.never`, params)}</p>
      </Notice>
    )
  return (
    <>
      {weeks === 0 ? <p>{t(`page.plans.${whose}.ask.unknown`)}</p> : null}
      {room === null ? null : <p>{t(`page.plans.${whose}.ask.room`, params)}</p>}
      {coming.length > asked ? (
        <Notice tone="warn">
          <p>{t('page.plans.own.ask.longer', { count: coming.length, asked })}</p>
        </Notice>
      ) : null}
      <PlanSchedule past={[]} coming={coming} />
    </>
  )
}

type Skipped = { plan: Pick<PlanView, 'skips'>; mayTakeBack?: boolean }

/** Weeks in which the office let a plan take nothing; whoever may do it lets one take its instalment again. */
export function SkippedWeeks({ plan: { skips }, mayTakeBack = false }: Skipped) {
  const t = useT()
  if (skips.length === 0) return null
  return (
    <>
      <p>{t('page.plans.skipped')}:</p>
      <ul>
        {skips.map(({ week, reason }) => (
          <li key={week}>
            {`${formatWeek(week, t.language)} (${reason})`}
            {mayTakeBack ? (
              <Form intent="unskip" quiet>
                <input type="hidden" name="week" value={week} />
                <div>
                  <SubmitButton kind="text">{t('page.plans.acts.unskip')}</SubmitButton>
                </div>
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}

type Movements = { plan: Pick<PlanView, 'id' | 'kind' | 'movements' | 'takenBack'>; at: string; mayTakeBack?: boolean }

/** Movements of a plan outside the statements, with their documents; `at` is the address of the reader's plans. */
export function PlanMovements({ plan, at: place, mayTakeBack = false }: Movements) {
  const t = useT()
  return (
    <ul>
      {plan.movements.map((movement) => (
        <li key={movement.id}>
          <MovementWords plan={plan} movement={movement} at={place} />
          {mayTakeBack && TAKEN_BACK_MOVEMENTS.has(movement.kind) ? (
            <>
              {' · '}
              <ActLink
                to={`${place}/${plan.id}/movements/${movement.id}/withdrawal`}
                aria-label={`${t('page.plans.movements.takeBack')}: ${movement.reason}`}
              >
                {t('page.plans.movements.takeBack')}
              </ActLink>
            </>
          ) : null}
        </li>
      ))}
      {plan.takenBack.map((movement) => (
        <li key={movement.id}>
          <s>
            <MovementWords plan={plan} movement={movement} at={place} />
          </s>
          {' · '}
          {t('page.plans.movements.takenBack', {
            at: formatDayShort(dayOf(movement.back.at), t.language),
            reason: movement.back.reason,
          })}
        </li>
      ))}
    </ul>
  )
}

type MovementOf = { plan: Pick<PlanView, 'id' | 'kind'>; movement: PlanMovement; at: string }

function MovementWords({ plan, movement, at: place }: MovementOf) {
  const t = useT()
  const { id, kind, amount, reason, file, at } = movement
  // Nobody owed what a deposit was still to receive.
  const isNotAsked = plan.kind === 'deposit' && kind === 'write-off'
  return (
    <>
      {t(`page.plans.movements.${isNotAsked ? 'not-asked' : kind}`)}: <Money cents={amount} /> · {reason} ·{' '}
      <Moment at={at} />
      {file ? (
        <>
          {' · '}
          <Link to={`${place}/${plan.id}/movements/${id}`} file>
            {file}
          </Link>
        </>
      ) : null}
    </>
  )
}
