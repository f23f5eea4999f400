import { minus } from '#domain/money.ts'
import { findDeparture } from '#features/departures/queries.server.ts'
import { getFinalAccount } from '#features/departures/final-accounts/queries.server.ts'
import type { FinalAccount } from '#features/departures/final-accounts/schema.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Deposits, FinalFigures, OpenPlans, itemWords } from '#web/parts/departure-parts.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { Money } from '#web/parts/money.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Links, SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/departure.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    if (!(await findDeparture(driver))) return null
    const account = await getFinalAccount(driver, context.get(requestContext).now)
    // The driver does not learn who in the office did it.
    return { ...account, movements: account.movements.map((movement) => ({ ...movement, by: null })) }
  })

/** What a leaver receives or owes, when and why, with all files to download. */
export default function OwnDepartureScreen({ loaderData: account }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.departures.own.title')}
        subtitle={t('page.departures.own.subtitle')}
        back={{ to: '/dashboard/financing', label: t('page.accounts.own.title') }}
      />
      <SideBySide>
        {account ? <Account account={account} /> : <EmptyState title={t('page.departures.own.none')} />}
        <Section title={t('page.departures.own.keep')}>
          <p>{t('page.departures.own.keepText')}</p>
          <div>
            <LinkButton to="/dashboard/departure/archive" icon="download" kind="outlined" file>
              {t('page.departures.own.archive')}
            </LinkButton>
          </div>
        </Section>
      </SideBySide>
    </>
  )
}

function Account({ account }: { account: FinalAccount }) {
  const t = useT()
  const { departure, state, figures, deposits, plans, movements } = account
  // The office removes a leaver's keys on platforms, so the driver's list leaves that out.
  const missing = departure.checklist.filter(({ what, done }) => !done && what !== 'platforms')
  return (
    <Stack>
      <Card>
        <p>
          {t(`page.departures.own.${state}`, {
            day: formatDayShort(departure.waitsUntil, t.language),
            amount: formatMoney(minus(figures.figure), t.language),
          })}
        </p>
        <Facts>
          <Fact name={t('page.departures.account.left')}>{formatDayShort(departure.lastDay, t.language)}</Fact>
          <Fact name={t('page.departures.account.reason')}>{departure.reason}</Fact>
          {departure.signsInUntil ? (
            <Fact name={t('page.departures.account.signsIn')}>
              {t('page.departures.account.until', { day: formatDayShort(departure.signsInUntil, t.language) })}
            </Fact>
          ) : null}
          {missing.length > 0 ? (
            <Fact name={t('page.departures.own.missing')}>{missing.map((item) => itemWords(item, t)).join(', ')}</Fact>
          ) : null}
        </Facts>
      </Card>
      <FinalFigures account={account} reader="own" />
      <div>
        <LinkButton to="/dashboard/departure/pdf" icon="download" kind="outlined" file>
          {t(state === 'owing' ? 'page.departures.account.demand' : 'page.departures.account.pdf')}
        </LinkButton>
        {deposits.length > 0 ? (
          <LinkButton to="/dashboard/financing/deposit" icon="download" kind="text" file>
            {t('page.departures.account.depositPdf')}
          </LinkButton>
        ) : null}
      </div>
      <Links>
        <Link to="/dashboard/help/new">{t('page.departures.own.ask')}</Link>
      </Links>
      {deposits.length > 0 ? (
        <Section title={t('page.departures.account.deposits')}>
          <Deposits deposits={deposits} />
        </Section>
      ) : null}
      {plans.some(({ remaining }) => remaining !== 0) ? (
        <Section title={t('page.departures.account.planList')}>
          <OpenPlans plans={plans} />
        </Section>
      ) : null}
      {movements.length > 0 ? (
        <Section title={t('page.departures.account.history')}>
          <ul>
            {movements.map(({ id, kind, amount, reason, at }) => (
              <li key={id}>
                {t(`page.departures.movements.${kind}`)}: <Money cents={amount} /> · {reason} · <Moment at={at} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </Stack>
  )
}
