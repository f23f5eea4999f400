import { useSearchParams } from 'react-router'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { readWeek } from '#domain/week.ts'
import { findOpenAdjustment } from '#features/adjustments/queries.server.ts'
import { findOpinions } from '#features/statements/disputes/queries.server.ts'
import { getOfficeStatement } from '#features/statements/queries.server.ts'
import { listPresent } from '#features/settlements/present-drivers/queries.server.ts'
import { findTelling } from '#features/statements/tellings/queries.server.ts'
import { formatWeekDays, formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ADDED, AdjustmentAdded, addedOf } from '#web/parts/adjustment-added.tsx'
import { AnswerDone } from '#web/parts/answer-done.tsx'
import { StatementHead, comparison } from '#web/parts/statement-head.tsx'
import { StatementLines } from '#web/parts/statement-lines.tsx'
import { shows } from '#web/screen.server.ts'
import { PageTitle } from '#web/seo.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { CardFoot, Sheet, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Links, Page, Spread, Turn, Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'
import { Back, PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/driver.ts'
import { panelAddress } from './drivers-page.ts'
import { ShareStatement } from '#web/parts/share-statement.tsx'
import { sentByHandWords } from '#web/parts/sent-by-hand.ts'
import { StatementActions } from './statement-actions.tsx'

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now }) => {
  const week = readWeek(params.week)
  const driverId = readRecordId(params.driver)
  const language = languageOf(new URL(request.url).pathname)
  const addedParameter = new URL(request.url).searchParams.get(ADDED)
  const [present, statement, opinions, telling, added] = await Promise.all([
    listPresent(week),
    getOfficeStatement(week, driverId, language, now),
    findOpinions(driverId, week, now),
    findTelling(week, driverId, now),
    findOpenAdjustment(driverId, addedParameter),
  ])
  const at = present.findIndex(({ id }) => id === driverId)
  // A driver who came into the week between these reads is not listed yet; the next request finds the page.
  if (at === -1) throw new Refusal('record.not-found')
  return {
    week,
    weekName: params.week,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    driver: present[at]!,
    statement,
    opinions,
    telling,
    added: addedOf(added),
    before: present[at - 1] ?? null,
    after: present[at + 1] ?? null,
  }
})

/** One statement on a page of its own, for phones and for links. */
export default function StatementScreen({ loaderData }: Route.ComponentProps) {
  const { week, weekName, driver, statement, opinions, telling, added, before, after } = loaderData
  const t = useT()
  const language = useLanguage()
  const path = `/admin/weekly/${weekName}`
  const [query] = useSearchParams()
  const compared = statement && comparison(statement, t)
  return (
    <Page width="middle">
      <PageTitle>{`${driver.name} · ${formatWeekNumber(week, language)}`}</PageTitle>
      <Spread>
        <nav aria-label={t('common.nav.trail')}>
          <Back
            to={panelAddress(weekName, query)}
            label={`${t('page.statement.backToWeek', { number: weekNumber(week) })} · ${formatWeekDays(week, language)}`}
          />
        </nav>
        <Turn label={t('page.statement.others')}>
          {before ? (
            <Link
              to={panelAddress(`${weekName}/${before.id}`, query)}
              aria-label={t('page.statement.previousDriver', { name: before.name })}
            >
              <Icon name="left" />
            </Link>
          ) : null}
          {after ? (
            <Link
              to={panelAddress(`${weekName}/${after.id}`, query)}
              aria-label={t('page.statement.nextDriver', { name: after.name })}
            >
              <Icon name="right" />
            </Link>
          ) : null}
        </Turn>
      </Spread>
      <AnswerDone />
      <AdjustmentAdded added={added} />
      {statement ? (
        <Sheet>
          <StatementHead statement={statement} heading="h1">
            {compared ? <Words look="small">{compared}</Words> : null}
          </StatementHead>
          <StatementLines statement={statement} reader="office" opinions={opinions} heading="h2" />
          <StatementActions statement={statement} page={`${path}/${driver.id}`} />
          {telling ? (
            <CardFoot>
              <Stack>
                {telling.sentByHand ? <State tone="ok">{sentByHandWords(t, telling.sentByHand)}</State> : null}
                <ShareStatement week={weekName} driver={driver} telling={telling} />
                <Links>
                  <Link to={`${path}/messages`}>{t('page.fileLinks.messages')}</Link>
                </Links>
              </Stack>
            </CardFoot>
          ) : null}
        </Sheet>
      ) : (
        <>
          <PageHead title={driver.name} />
          <EmptyState
            title={t('page.statement.noTerms.title', { name: driver.name })}
            action={
              <LinkButton kind="primary" to={`/admin/drivers/${driver.id}/terms`}>
                {t('page.statement.noTerms.action')}
              </LinkButton>
            }
          >
            <p>{t('page.statement.noTerms.text')}</p>
          </EmptyState>
        </>
      )}
    </Page>
  )
}
