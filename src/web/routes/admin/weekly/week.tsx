import { useSearchParams } from 'react-router'
import { readWeek } from '#domain/week.ts'
import { findOpinions } from '#features/statements/disputes/queries.server.ts'
import { showOfficeStatement } from '#features/statements/queries.server.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { countSentByHand } from '#features/statements/tellings/queries.server.ts'
import { getWeekPageWithProposals } from '#features/weeks/queries.server.ts'
import type { WeekShown } from '#features/weeks/schema.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { MayNotDriveInWeek } from '#web/parts/may-not-drive.tsx'
import { ImportNote } from '#web/parts/import-note.tsx'
import { shows } from '#web/screen.server.ts'
import { Card, Fact, Facts, Section } from '#web/ui/card.tsx'
import { Page } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { WeekRoad } from '#web/ui/road.tsx'
import { ListAndItem } from '#web/ui/list-and-item.tsx'
import type { Route } from './+types/week.ts'
import { createdWords } from '../data/created.ts'
import { DropZone } from '../data/drop-zone.tsx'
import { ApprovalBar, UndoApproval } from './approval-bar.tsx'
import { approvalReach } from './approval-reach.server.ts'
import { Batches } from './batches.tsx'
import { driversBarredIn } from './drivers-barred.server.ts'
import { driversPage, neighboursOf, weekShown } from './drivers-page.ts'
import { DriversTable } from './drivers-table.tsx'
import { AnswerSaved, GivenAnswers } from './given-answers.tsx'
import { ProposedAdjustments } from './proposed-adjustments.tsx'
import { Questions } from './questions.tsx'
import { Sources } from './sources.tsx'
import { STATEMENT_PLACE, OpenStatement } from './open-statement.tsx'
import { TellNote } from './tell-note.tsx'
import { termsGivenWords } from './terms-given.ts'
import { WeekFlow } from './week-flow.tsx'
import { WeekFiles } from './week-files.tsx'
import { WeekProgress } from './week-progress.tsx'
import { WeekHead } from './week-head.tsx'
import { dayStops, stateStops, stopNotes } from './week-stops.ts'

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now }) => {
  const week = readWeek(params.week)
  const { pathname, searchParams } = new URL(request.url)
  const { page, proposals, statements } = await getWeekPageWithProposals(week, now)
  const chosen = page.drivers.find(({ id }) => id === searchParams.get('driver'))?.id
  const found = statements.find(({ driver }) => driver.id === chosen)
  const [statement, opinions] = found
    ? await Promise.all([
        showOfficeStatement(week, found, languageOf(pathname), now),
        findOpinions(found.driver.id, week, now),
      ])
    : [null, null]
  const telling = { goesOut: await isMailServerSet(), ...(await countSentByHand(week)) }
  const parameter = (name: string) => searchParams.get(name)
  return {
    page: weekShown(page),
    drivers: driversPage(page, { view: parameter('view'), page: parameter('page'), driver: chosen ?? null }),
    neighbours: chosen ? neighboursOf(page, chosen) : null,
    statement,
    opinions,
    proposals,
    telling,
    reach: page.isOver ? await approvalReach(page) : null,
    barredDrivers: page.approval.drivers > 0 ? await driversBarredIn(week, page.drivers, now) : [],
  }
})

const DONE = [
  'approved',
  'undone',
  'remembered',
  'paid',
  'paid-partly',
  'voided',
  'reopened',
  'unpaid',
  'paid-one',
  'unpaid-one',
  'voided-one',
] as const
const DECIDED = ['accepted', 'accepted-all', 'declined'] as const
/** Values of `done` after which the newest of the given answers is the one just given. */
const AFTER_ANSWER: ReadonlySet<string> = new Set([
  'said',
  'company',
  'held',
  'terms',
  'remembered',
  'accepted',
  'declined',
])

const ANSWERED = ['said', 'taken-back', 'company', 'held', 'iban', 'terms'] as const

/** The one page for Monday's work: files, questions, statements, checksums, and the next step. */
export default function WeekScreen({
  loaderData: { page, drivers, neighbours, statement, opinions, proposals, telling, reach, barredDrivers },
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const waits = isWaiting(page)
  const done = DONE.find((name) => name === query.get('done'))
  const decided = DECIDED.find((name) => name === query.get('done'))
  const answered = ANSWERED.find((name) => name === query.get('done'))
  const given = termsGivenWords(query, t) ?? createdWords(query, t)
  const words = decided
    ? t(`page.adjustments.done.${decided}`)
    : done
      ? doneWords(done, telling, t)
      : answered
        ? t(`page.exceptions.done.${answered}`)
        : given
  // Right after an answer the newest one is that answer, and can be taken back here.
  const last = AFTER_ANSWER.has(query.get('done') ?? '') ? page.answers[0] : undefined

  return (
    <Page>
      <WeekHead page={page} />
      <ImportNote />
      {last && words ? (
        <AnswerSaved answer={last} week={page.name}>
          {words}
        </AnswerSaved>
      ) : words ? (
        <Done
          undo={
            done === 'approved' && page.approval.canUndo ? <UndoApproval week={page.name} kind="outlined" /> : undefined
          }
        >
          {words}
        </Done>
      ) : null}
      <WeekRoad
        days={dayStops(page, t)}
        states={stateStops(page.status, t, stopNotes(page, t))}
        label={t('page.week.head.road')}
      />
      <WeekProgress page={page} />
      {waits ? <NoFiles page={page} /> : null}
      {waits ? <ProposedAdjustments proposals={proposals} week={page.name} /> : null}
      {waits ? null : (
        <>
          <ListAndItem
            place={STATEMENT_PLACE}
            above={<Sources page={page} />}
            open={
              statement ? (
                <OpenStatement week={page.name} neighbours={neighbours} statement={statement} opinions={opinions} />
              ) : null
            }
          >
            <div>
              <ProposedAdjustments proposals={proposals} week={page.name} />
              <Questions page={page} />
            </div>
            <GivenAnswers
              answers={last ? page.answers.slice(1) : page.answers}
              week={page.name}
              isFrozen={page.isFrozen}
              isOpen={answered !== undefined || given !== null || done === 'remembered' || decided === 'accepted-all'}
            />
            <DriversTable
              week={page}
              drivers={drivers}
              chosen={statement?.driver.id ?? null}
              sentByHand={new Set(telling.sentByHand)}
            />
            <WeekFlow flow={page.flow} />
            <Batches page={page} />
            {page.state === 'approved' ? <TellNote week={page.name} telling={telling} /> : null}
            <WeekFiles page={page} />
          </ListAndItem>
          <MayNotDriveInWeek drivers={barredDrivers} />
          <ApprovalBar page={page} reach={reach} />
        </>
      )}
    </Page>
  )
}

/** Drivers without a sign-in see nothing of an approved week: the words say how many have one. */
function doneWords(
  done: (typeof DONE)[number],
  { all, withAccess: count }: Awaited<ReturnType<typeof countSentByHand>>,
  t: ReturnType<typeof useT>,
): string {
  if (done !== 'approved') return t(`page.week.done.${done}`)
  if (count === 0) return t('page.week.done.approved.none')
  return count === all ? t('page.week.done.approved.all') : t('page.week.done.approved.some', { count, all })
}

/** Whether nothing came and nothing was decided, so that there is only one thing to do. */
function isWaiting({ sources, people, questions }: WeekShown): boolean {
  if (questions.some(({ kind }) => kind === 'refused-file')) return false
  return sources.every(({ files }) => files.length === 0) && !people.hasIssued
}

/** One large drop zone, and where to get each file. */
function NoFiles({ page }: { page: WeekShown }) {
  const t = useT()
  const { count } = page.people
  return (
    <>
      <Section
        title={t('page.week.noFiles.title')}
        aside={count > 0 ? t('page.week.noFiles.waiting', { count }) : null}
      >
        <DropZone week={page.name} isLarge />
      </Section>
      <Card title={t('page.week.noFiles.where')}>
        <Facts>
          {page.sources
            .filter(({ missing }) => missing)
            .map(({ source }) => (
              <Fact key={source} name={t(`page.week.sourceNames.${source}`)}>
                {t(`page.week.sources.where.${source}`)}
              </Fact>
            ))}
        </Facts>
      </Card>
    </>
  )
}
