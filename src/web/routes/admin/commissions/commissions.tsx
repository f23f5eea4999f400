import { driversApart, namesApart } from '#domain/driver.ts'
import { useSearchParams } from 'react-router'
import { SIDES } from '#domain/commission.ts'
import { cents, sum } from '#domain/money.ts'
import { type Week, weekAt, weekName } from '#domain/week.ts'
import { listFeeWeeks, listFees } from '#features/adjustments/fees/queries.server.ts'
import type { FeeOfWeek, FeesOfAll } from '#features/adjustments/fees/schema.ts'
import { listReferrals, listRules } from '#features/adjustments/referrals/queries.server.ts'
import type { ReferralView } from '#features/adjustments/referrals/schema.ts'
import { listOwners } from '#features/weeks/unmatched/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeek, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { usePaged } from '#web/parts/paged.tsx'
import { RewardState, feeRule, rateWords } from '#web/parts/reward-parts.tsx'
import { WeekName } from '#web/parts/week-name.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/commissions.ts'
import { Rules } from './rules.tsx'

const WEEKS_SHOWN = 8

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const [weeks, referrals, rules, { drivers }] = await Promise.all([
    listFeeWeeks(WEEKS_SHOWN),
    listReferrals(now),
    listRules(),
    listOwners(),
  ])
  const names = new Map(namesApart(drivers).map(({ id, name }) => [id, name]))
  const withNameApart = (person: { id: string; name: string }) => ({
    ...person,
    name: names.get(person.id) ?? person.name,
  })
  const text = url.searchParams.get('week')
  const shown = weeks.find(({ week }) => weekName(week) === text) ?? weeks[0] ?? null
  return {
    weeks,
    shown,
    fees: shown ? driversApart(await listFees(shown.week)) : [],
    referrals: referrals.map((referral) => ({
      ...referral,
      referrer: withNameApart(referral.referrer),
      referred: withNameApart(referral.referred),
    })),
    rules,
    now: weekAt(now),
  }
})

/** What the company charges, week by week and driver by driver, and what it owes for referred drivers. */
export default function CommissionsScreen({ loaderData }: Route.ComponentProps) {
  const { weeks, shown, fees, referrals, rules, now } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.rewards.done.${query.get('done') ?? ''}`)
  const owed = sum(
    referrals.flatMap(({ sides }) =>
      SIDES.map((side) => cents(Math.max(sides[side].earned.reached - sides[side].paid, 0))),
    ),
  )
  const paid = sum(referrals.flatMap(({ sides }) => SIDES.map((side) => sides[side].paid)))
  return (
    <>
      <PageHead
        title={t('page.rewards.title')}
        subtitle={t('page.rewards.subtitle')}
        actions={
          <>
            <LinkButton to="/admin/commissions/referrals/new">{t('page.rewards.addReferral')}</LinkButton>
            <LinkButton kind="primary" to="/admin/commissions/rules/new" icon="plus">
              {t('page.rewards.addRule')}
            </LinkButton>
          </>
        }
      />
      <Stack>
        {done ? <Done>{done}</Done> : null}
        <Figures boxed>
          {shown ? (
            <>
              <Figure name={t('page.rewards.figures.fee', { number: weekNumber(shown.week) })}>
                <Money cents={shown.fee} />
              </Figure>
              <Figure name={t('page.rewards.figures.rate', { number: weekNumber(shown.week) })}>
                {rateWords(shown, t)}
              </Figure>
            </>
          ) : null}
          <Figure name={t('page.rewards.figures.promised')} note={t('page.rewards.figures.promisedNote')}>
            <Money cents={owed} />
          </Figure>
          <Figure name={t('page.rewards.figures.paid')}>
            <Money cents={paid} />
          </Figure>
        </Figures>
        {shown ? (
          <SideBySide>
            <Section title={t('page.rewards.fees.title')}>
              <Table
                caption={t('page.rewards.fees.weeksCaption')}
                rows={weeks}
                rowKey={({ week }) => week}
                href={({ week }) => `/admin/commissions?week=${weekName(week)}`}
                isSelected={({ week }) => week === shown.week}
                columns={weekColumns(t)}
              />
            </Section>
            <div id="fees">
              <FeeTable week={shown.week} fees={fees} />
            </div>
          </SideBySide>
        ) : (
          <Section title={t('page.rewards.fees.title')}>
            <EmptyState title={t('page.rewards.fees.empty')}>
              <p>{t('page.rewards.fees.emptyText')}</p>
            </EmptyState>
          </Section>
        )}
        <Referrals referrals={referrals} />
        <Rules rules={rules} now={now}>
          <Words look="soft">{t('page.rewards.rules.text')}</Words>
        </Rules>
      </Stack>
    </>
  )
}

function Referrals({ referrals }: { referrals: readonly ReferralView[] }) {
  const t = useT()
  const { shown, pages } = usePaged(referrals, { size: 20, name: 'referrals', at: 'referrals' })
  return (
    <div id="referrals">
      <Section title={t('page.rewards.referrals.title')}>
        <Table
          caption={t('page.rewards.referrals.caption')}
          rows={shown}
          rowKey={({ id }) => id}
          columns={referralColumns(t)}
          empty={
            <EmptyState title={t('page.rewards.referrals.empty')}>
              <p>{t('page.rewards.referrals.emptyText')}</p>
            </EmptyState>
          }
        />
        {pages}
      </Section>
    </div>
  )
}

function FeeTable({ week, fees }: { week: Week; fees: readonly FeeOfWeek[] }) {
  const t = useT()
  const income = sum(fees.map((fee) => fee.income))
  const fee = sum(fees.map((feeOfWeek) => feeOfWeek.fee))
  const { shown, pages } = usePaged(fees, { size: 20, at: 'fees' })
  return (
    <Section title={formatWeek(week, t.language)}>
      <Table
        caption={t('page.rewards.fees.caption')}
        rows={shown}
        rowKey={({ driver }) => driver.id}
        href={({ driver }) => `/admin/weekly/${weekName(week)}/${driver.id}`}
        columns={feeColumns(t)}
        foot={[
          t('page.rewards.fees.total'),
          <Money key="income" cents={income} look="bare" />,
          <Money key="fee" cents={fee} look="bare" />,
          rateWords({ fee, income }, t),
          null,
        ]}
      />
      {pages}
    </Section>
  )
}

function weekColumns(t: Translator): Column<FeesOfAll>[] {
  return [
    { head: t('page.rewards.fees.week'), cell: ({ week }) => <WeekName week={week} part="number" /> },
    {
      head: t('page.rewards.fees.fee'),
      number: true,
      cell: ({ fee }) => <Money cents={fee} look="bare" />,
    },
    { head: t('page.rewards.fees.rate'), number: true, cell: (row) => rateWords(row, t) },
  ]
}

function feeColumns(t: Translator): Column<FeeOfWeek>[] {
  return [
    { head: t('page.rewards.fees.driver'), cell: ({ driver }) => driver.name },
    {
      head: t('page.rewards.fees.income'),
      number: true,
      cell: (week) => <Money cents={week.income} look="bare" />,
    },
    {
      head: t('page.rewards.fees.fee'),
      number: true,
      first: true,
      cell: (week) => <Money cents={week.fee} look="bare" />,
    },
    { head: t('page.rewards.fees.rate'), number: true, cell: (week) => rateWords(week, t) },
    { head: t('page.rewards.fees.why'), cell: (week) => feeRule(week, t) },
  ]
}

function referralColumns(t: Translator): Column<ReferralView>[] {
  return [
    {
      head: t('page.rewards.referrals.who'),
      cell: ({ referrer }) => <Link to={`/admin/drivers/${referrer.id}`}>{referrer.name}</Link>,
    },
    {
      head: t('page.rewards.referrals.whom'),
      cell: ({ referred }) => <Link to={`/admin/drivers/${referred.id}`}>{referred.name}</Link>,
    },
    { head: t('page.rewards.referrals.since'), cell: ({ since }) => <WeekName week={since} part="number" /> },
    { head: t('page.rewards.referrals.progress'), wraps: true, cell: (referral) => progressOf(referral, t) },
    {
      head: t('page.rewards.referrals.expected'),
      number: true,
      cell: ({ sides, idle }) => (
        <Money
          cents={idle === null ? sum(SIDES.map((side) => sides[side].rule?.most ?? cents(0))) : cents(0)}
          look="bare"
        />
      ),
    },
    {
      head: t('page.rewards.referrals.paid'),
      number: true,
      cell: ({ sides }) => <Money cents={sum(SIDES.map((side) => sides[side].paid))} look="bare" />,
    },
    {
      head: t('page.rewards.referrals.state'),
      first: true,
      cell: (referral) => <RewardState referral={referral} side="referrer" />,
    },
    {
      head: t('page.rewards.referrals.withdraw'),
      leadsTo: '/admin/commissions/referrals/0/withdrawal',
      quiet: true,
      cell: ({ id, withdrawReason }) =>
        withdrawReason ?? (
          <ActLink to={`/admin/commissions/referrals/${id}/withdrawal`}>{t('page.rewards.referrals.withdraw')}</ActLink>
        ),
    },
  ]
}

/** How many weeks and trips a referral has, of those that its rule asks for. */
function progressOf({ sides: { referrer } }: ReferralView, t: Translator): string {
  const { earned, rule } = referrer
  const weeks = t('page.rewards.referrals.weeks', { count: rule?.minWeeks ?? earned.weeks })
  if (rule === null) return weeks
  const done = t('page.rewards.referrals.of', { done: Math.min(earned.weeks, rule.minWeeks), asked: weeks })
  if (rule.minTrips === 0) return done
  const trips = t('page.rewards.referrals.trips', { count: rule.minTrips })
  return `${done}; ${t('page.rewards.referrals.of', { done: Math.min(earned.trips, rule.minTrips), asked: trips })}`
}
