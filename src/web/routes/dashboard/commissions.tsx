import { sum } from '#domain/money.ts'
import { weekName } from '#domain/week.ts'
import { listOwnFees } from '#features/adjustments/fees/queries.server.ts'
import type { FeeOfWeek } from '#features/adjustments/fees/schema.ts'
import { listOwnRewards } from '#features/adjustments/rewards/queries.server.ts'
import type { OwnReward } from '#features/adjustments/rewards/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatPercent } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { effectiveRate, feeRule } from '#web/parts/reward-parts.tsx'
import { WeekName } from '#web/parts/week-name.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/commissions.ts'

const WEEKS_SHOWN = 12

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const [fees, rewards] = await Promise.all([listOwnFees(driver, WEEKS_SHOWN), listOwnRewards(driver, 'referral')])
    return { fees, rewards }
  })

/** What the company took of each week and by which rule, and what it gave for drivers the reader brought. */
export default function OwnCommissionsScreen({ loaderData: { fees, rewards } }: Route.ComponentProps) {
  const t = useT()
  const [last] = fees
  const all = { fee: sum(fees.map(({ fee }) => fee)), income: sum(fees.map(({ income }) => income)) }
  return (
    <Page width="middle">
      <PageHead title={t('page.rewards.own.title')} subtitle={t('page.rewards.own.subtitle')} />
      {last ? (
        <Stack>
          <Figures boxed>
            <Figure name={t('page.rewards.own.lastFee', { number: weekNumber(last.week) })} note={feeRule(last, t)}>
              <Money cents={last.fee} />
            </Figure>
            <Figure name={t('page.rewards.own.rate')} note={t('page.rewards.own.rateNote')}>
              {rateWords(all, t)}
            </Figure>
            <Figure name={t('page.rewards.own.rewards')}>
              <Money cents={sum(rewards.map(({ amount }) => amount))} />
            </Figure>
          </Figures>
          <Section title={t('page.rewards.own.feesTitle')}>
            <Table
              caption={t('page.rewards.own.caption')}
              rows={fees}
              rowKey={({ week, driver }) => `${week} ${driver.id}`}
              href={({ week }) => `/dashboard/payslips/${weekName(week)}`}
              columns={feeColumns(t)}
            />
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

function rateWords(of: { fee: number; income: number }, t: Translator): string {
  const rate = effectiveRate(of)
  return rate === null ? '–' : formatPercent(rate, t.language)
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
