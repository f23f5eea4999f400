import { weekNumber } from '#messages/dates.ts'
import { inLanguage } from '#messages/language.ts'
import { listOwnContracts } from '#features/contracts/queries.server.ts'
import { listOwnStatements } from '#features/statements/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { KeptArea } from '#web/parts/kept-area.tsx'
import { areaKeptUntil, ownDriver } from '#web/session.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Links, Words } from '#web/ui/layout.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/offline.ts'

/** Statements that a phone keeps: older ones are seldom asked about. */
const STATEMENTS_KEPT = 12

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const [statements, contracts] = await Promise.all([listOwnStatements(driver), listOwnContracts(driver)])
    return { statements: statements.slice(0, STATEMENTS_KEPT), contracts, until: areaKeptUntil(context) }
  })

const MORE = [
  ['/dashboard', 'common.menu.driver.dashboard', 'often'],
  ['/dashboard/documents', 'common.menu.driver.documents', 'often'],
  ['/dashboard/documents/roadside', 'page.papers.roadside.title', 'often'],
  ['/dashboard/documents/times', 'page.times.ownTitle', 'daily'],
  ['/dashboard/payslips', 'common.menu.driver.payslips', 'often'],
  ['/dashboard/contracts', 'common.menu.driver.contracts', 'daily'],
  ['/dashboard/goals', 'common.menu.driver.goals', 'daily'],
  ['/dashboard/inspections', 'page.driverHome.car.inspections', 'daily'],
  ['/dashboard/shifts', 'page.shifts.own.title', 'often'],
  ['/dashboard/payslips/own-year/expenses/new', 'page.ownYear.expenses.addTitle', 'daily'],
  ['/dashboard/damage-reports/new', 'page.damageReports.title', 'daily'],
  ['/dashboard/data', 'common.menu.driver.data', 'daily'],
  ['/dashboard/help', 'common.menu.driver.help', 'daily'],
  ['/dashboard/help/new', 'page.support.ask.title', 'daily'],
] as const

/**
 * The list of pages that this phone keeps. Each link marked `data-keep` is kept (`enhancing/keep-area.ts`); without a network, every page
 * that is not kept leads here.
 */
export default function OfflineScreen({ loaderData: { statements, contracts, until } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <KeptArea until={until} />
      <PageHead title={t('page.offline.title')} subtitle={t('page.offline.subtitle')} />
      <Stack>
        <div data-outbox-leave="" hidden>
          <Notice
            tone="warn"
            title={t('page.offline.outbox.leave')}
            action={
              <Actions>
                <form method="post" action="/api/auth/logout" data-logout={inLanguage('/', t.language)} data-anyway="">
                  <Button type="submit" kind="danger">
                    {t('page.offline.outbox.leaveNow')}
                  </Button>
                </form>
                <LinkButton to="/dashboard/offline">{t('page.offline.outbox.stay')}</LinkButton>
              </Actions>
            }
          >
            {t('page.offline.outbox.leaveText')}
          </Notice>
        </div>
        <div data-not-kept="" hidden>
          <Notice tone="warn" title={t('page.offline.notKept')}>
            {t('page.offline.notKeptText')}
          </Notice>
        </div>
        <div data-keep-now="" hidden>
          <Notice
            title={t('page.offline.saving.title')}
            action={<Button data-working={t('page.offline.saving.working')}>{t('page.offline.saving.keep')}</Button>}
          >
            {t('page.offline.saving.text')}
          </Notice>
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not hold paragraphs */}
          <div role="status">
            <div data-not-kept-now="" hidden>
              <Words look="bad">{t('page.offline.saving.failed')}</Words>
            </div>
          </div>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not hold paragraphs */}
        <div role="status">
          <div data-now-kept="" hidden>
            <Notice tone="ok">{t('page.offline.saving.kept')}</Notice>
          </div>
        </div>
        <SideBySide>
          <Section title={t('page.offline.read')}>
            <Stack>
              <Items>
                {MORE.map(([to, words, keep]) => (
                  <Item
                    key={to}
                    title={
                      <Link to={to} data-keep={keep}>
                        {t(words)}
                      </Link>
                    }
                  />
                ))}
              </Items>
              <Words look="small">{t('page.offline.long')}</Words>
              <Words look="small">{t('page.offline.install.always')}</Words>
            </Stack>
          </Section>
          <Stack>
            {statements.length > 0 ? (
              <Section title={t('page.offline.statements')}>
                <Items actionsInline>
                  {statements.map(({ name, week, state }, place) => (
                    <Item
                      key={name}
                      title={
                        <Link to={`/dashboard/payslips/${name}`} data-keep={place === 0 ? 'often' : 'daily'}>
                          {t('page.driverHome.statement', { number: weekNumber(week) })}
                        </Link>
                      }
                      acts={
                        <Links>
                          {/* A paid statement never changes; before that its week may be issued again. */}
                          <Link
                            to={`/dashboard/payslips/${name}/pdf`}
                            file
                            aria-label={t('page.offline.pdfOf', { number: weekNumber(week) })}
                            data-keep={state === 'paid' ? 'once' : 'daily'}
                          >
                            {t('page.offline.pdf')}
                          </Link>
                        </Links>
                      }
                    />
                  ))}
                </Items>
              </Section>
            ) : null}
            {contracts.length > 0 ? (
              <Section title={t('common.menu.driver.contracts')}>
                <Items actionsInline>
                  {contracts.map(({ id, kind, number, fileHash }) => (
                    <Item
                      key={id}
                      title={
                        <Link to={`/dashboard/contracts/${id}`} data-keep="daily">
                          {t(`page.contracts.kinds.${kind}`)}
                        </Link>
                      }
                      acts={
                        fileHash ? (
                          <Links>
                            <Link
                              to={`/dashboard/contracts/${id}/pdf`}
                              file
                              aria-label={t('page.offline.contractPdfOf', { number })}
                              data-keep="once"
                            >
                              {t('page.offline.pdf')}
                            </Link>
                          </Links>
                        ) : null
                      }
                    />
                  ))}
                </Items>
              </Section>
            ) : null}
          </Stack>
        </SideBySide>
      </Stack>
    </>
  )
}
