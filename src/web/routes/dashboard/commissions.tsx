import { sum } from '#domain/money.ts'
import { weekAt, weekName } from '#domain/week.ts'
import { listOwnFees } from '#features/adjustments/fees/queries.server.ts'
import type { FeeOfWeek } from '#features/adjustments/fees/schema.ts'
import { listOwnReferrals } from '#features/adjustments/referrals/queries.server.ts'
import { dueOf } from '#features/adjustments/referrals/schema.ts'
import { listOwnRewards } from '#features/adjustments/rewards/queries.server.ts'
import type { OwnReward } from '#features/adjustments/rewards/schema.ts'
import { findOwnTermsSpan } from '#features/fleet/terms/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { feeRule, rateWords } from '#web/parts/reward-parts.tsx'
import { WeekName } from '#web/parts/week-name.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/commissions.ts'

const WEEKS_SHOWN = 12
/** Weeks shown open; the others are folded. */
const WEEKS_OPEN = 4

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const [fees, rewards, referrals, agreed] = await Promise.all([
      listOwnFees(driver, WEEKS_SHOWN),
      listOwnRewards(driver, 'referral'),
      listOwnReferrals(driver, now),
      findOwnTermsSpan(driver, weekAt(now)),
    ])
    return { fees, rewards, due: dueOf(referrals, driver), agreed }
  })

/** What the company takes, by which rule and until when; what it owes for drivers the reader referred; and each week of both. */
export default function OwnCommissionsScreen({ loaderData: { fees, rewards, due, agreed } }: Route.ComponentProps) {
  const t = useT()
  const [last] = fees
  const totals = { fee: sum(fees.map(({ fee }) => fee)), income: sum(fees.map(({ income }) => income)) }
  return (
    <Page width="middle">
      <PageHead title={t('page.rewards.own.title')} subtitle={t('page.rewards.own.subtitle')} />
      {last ? (
        <Stack>
          <Figures boxed>
            <Figure name={t('page.rewards.own.lastFee', { number: weekNumber(last.week) })} note={feeRule(last, t)}>
              <Money cents={last.fee} />
            </Figure>
            <Figure name={t('page.rewards.own.rate', { count: fees.length })} note={t('page.rewards.own.rateNote')}>
              {rateWords(totals, t)}
            </Figure>
            {agreed ? (
              <Figure
                name={t('page.rewards.own.holds')}
                note={t('page.rewards.own.holdsFrom', { day: formatDayShort(agreed.from, t.language) })}
              >
                {agreed.until
                  ? t('page.rewards.own.holdsUntil', { day: formatDayShort(agreed.until, t.language) })
                  : t('page.rewards.own.holdsOn')}
              </Figure>
            ) : null}
            <Figure
              name={t('page.rewards.own.due')}
              note={t('page.rewards.own.received', {
                amount: formatMoney(sum(rewards.map(({ amount }) => amount)), t.language),
              })}
            >
              <Money cents={due} />
            </Figure>
          </Figures>
          <Section title={t('page.rewards.own.feesTitle')}>
            <Stack>
              <Fees fees={fees.slice(0, WEEKS_OPEN)} caption={t('page.rewards.own.caption')} />
              {fees.length > WEEKS_OPEN ? (
                <Card flush>
                  <Disclosure summary={t('page.rewards.own.earlier')} aside={fees.length - WEEKS_OPEN}>
                    <Fees fees={fees.slice(WEEKS_OPEN)} caption={t('page.rewards.own.earlierCaption')} />
                  </Disclosure>
                </Card>
              ) : null}
            </Stack>
          </Section>
          <Section title={t('page.rewards.own.rewardsTitle')}>
            <Stack>
              {rewards.length === 0 ? (
                <Words look="soft">{t('page.rewards.own.noRewards')}</Words>
              ) : (
                <Table
                  caption={t('page.rewards.own.rewardsCaption')}
                  rows={rewards}
                  rowKey={({ id }) => id}
                  href={({ week }) => `/dashboard/payslips/${weekName(week)}`}
                  columns={rewardColumns(t)}
                />
              )}
              <div>
                <LinkButton to="/dashboard/recruitment">{t('page.rewards.own.toRecruitment')}</LinkButton>
              </div>
            </Stack>
          </Section>
        </Stack>
      ) : (
        <EmptyState title={t('page.rewards.own.empty')}>
          <p>{t('page.rewards.own.emptyText')}</p>
        </EmptyState>
      )}
    </Page>
  )
}

function Fees({ fees, caption }: { fees: readonly FeeOfWeek[]; caption: string }) {
  return (
    <Table
      caption={caption}
      rows={fees}
      rowKey={({ week, driver }) => `${week} ${driver.id}`}
      href={({ week }) => `/dashboard/payslips/${weekName(week)}`}
      columns={feeColumns(useT())}
    />
  )
}

function feeColumns(t: Translator): Column<FeeOfWeek>[] {
  return [
    {
      head: t('page.rewards.fees.week'),
      cell: ({ week }) => (
        <>
          <WeekName week={week} part="number" />{' '}
          <small>
            <WeekName week={week} part="days" />
          </small>
        </>
      ),
    },
    {
      head: t('page.rewards.fees.income'),
      number: true,
      cell: ({ income }) => <Money cents={income} look="bare" />,
    },
    {
      head: t('page.rewards.fees.fee'),
      number: true,
      first: true,
      cell: ({ fee }) => <Money cents={fee} look="bare" />,
    },
    { head: t('page.rewards.fees.rate'), number: true, cell: (fee) => rateWords(fee, t) },
    { head: t('page.rewards.fees.why'), cell: (fee) => feeRule(fee, t) },
  ]
}

function rewardColumns(t: Translator): Column<OwnReward>[] {
  return [
    { head: t('page.rewards.own.week'), cell: ({ week }) => <WeekName week={week} part="number" /> },
    { head: t('page.rewards.own.for'), cell: ({ reason }) => reason },
    {
      head: t('page.rewards.own.amount'),
      number: true,
      cell: ({ amount }) => <Money cents={amount} look="bare" />,
    },
  ]
}
