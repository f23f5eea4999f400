import { useSearchParams } from 'react-router'
import { previousWeek, weekAt, weekName } from '#domain/week.ts'
import { listWaitingDrops } from '#features/imports/drops/queries.server.ts'
import { readDropWeek } from '#features/imports/drops/schema.ts'
import { listImports, listWeeksWithRows } from '#features/imports/queries.server.ts'
import { listWeekStrip } from '#features/weeks/week-sources/queries.server.ts'
import { listAnswers } from '#features/fleet/keys/queries.server.ts'
import { listOpenQuestions, listOwners, oldestAsked } from '#features/weeks/unmatched/queries.server.ts'
import {
  countRefusedFiles,
  listOpenRefusals,
  listRefusedFiles,
} from '#features/imports/refused-files/queries.server.ts'
import { listDifferingWeeks } from '#features/weeks/order-comparisons/queries.server.ts'
import { listSetupFiles } from '#features/imports/profiles/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ImportNote } from '#web/parts/import-note.tsx'
import { readListView } from '#web/parts/list-view.ts'
import { shows } from '#web/screen.server.ts'
import { Page } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/data.ts'
import { Answers } from './answers.tsx'
import { createdWords } from './created.ts'
import { DataTabs } from './data-tabs.tsx'
import { DropZone } from './drop-zone.tsx'
import { History } from './history.tsx'
import { OrdersNote } from './orders-note.tsx'
import { Profiles } from './profiles.tsx'
import { Queue } from './queue.tsx'
import { RefusedFiles } from './refused-files.tsx'
import { WaitingDrops } from './waiting-drops.tsx'
import { WeekStrip } from './week-strip.tsx'

const WEEKS_SHOWN = 8
const QUESTIONS_SHOWN = 30
const FILES_SHOWN = 15
const ANSWERS_SHOWN = 50
const REFUSED_SHOWN = 12
const WEEKS_COMPARED = 4

export const loader = shows(async ({ request }: Route.LoaderArgs, { now }) => {
  const url = new URL(request.url)
  const { q, page } = readListView(url, 'at')
  const current = weekAt(now)
  const [newest = current] = await listWeeksWithRows()
  // If nothing came for months, show the last weeks that have data instead of empty ones.
  const recent = newest > previousWeek(current, WEEKS_SHOWN) && newest < current ? current : newest
  const until = readDropWeek(url.searchParams.get('until')) ?? recent

  const [weeks, questions, owners, history, remembered, profiles, refused, openRefused, waiting] = await Promise.all([
    listWeekStrip(until, WEEKS_SHOWN),
    oldestAsked(now).then((from) => listOpenQuestions(from)),
    listOwners(),
    listImports({ limit: FILES_SHOWN, offset: (page - 1) * FILES_SHOWN }),
    listAnswers({ q, limit: ANSWERS_SHOWN, offset: 0 }),
    listSetupFiles(),
    listRefusedFiles(REFUSED_SHOWN),
    countRefusedFiles(),
    listWaitingDrops(now),
  ])
  const [unread, differing] = await Promise.all([
    listOpenRefusals(weeks.map(({ week }) => week)),
    listDifferingWeeks(WEEKS_COMPARED),
  ])
  return {
    weeks,
    earlier: weekName(previousWeek(until, WEEKS_SHOWN)),
    later: until < current ? weekName(previousWeek(until, -WEEKS_SHOWN)) : null,
    questions: questions.slice(0, QUESTIONS_SHOWN),
    asked: questions.length,
    owners,
    history: { files: history.files.map(fileRow), count: history.count, page, size: FILES_SHOWN },
    remembered: { ...remembered, q },
    profiles,
    refused,
    openRefused,
    waiting,
    differing,
    unread: unread.map(({ week, source }) => `${week} ${source}`),
  }
})

type File = Awaited<ReturnType<typeof listImports>>['files'][number]

/** Moments are passed as text: a browser may lack `Temporal`. */
function fileRow({ imported_at, undone_at, ...file }: File) {
  return { ...file, at: imported_at.toString(), undone: undone_at !== null }
}

const DONE = [
  'remembered',
  'forgotten',
  'corrected',
  'retired',
  'refused-said',
  'refused-taken-back',
  'drop-forgotten',
  'undone',
] as const

/** The files of the office: those that came, those with rows nobody claimed, and those imported. */
export default function DataScreen({ loaderData }: Route.ComponentProps) {
  const {
    weeks,
    earlier,
    later,
    questions,
    asked,
    owners,
    history,
    remembered,
    profiles,
    refused,
    openRefused,
    waiting,
    unread,
    differing,
  } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  const words = done ? t(`page.data.done.${done}`) : createdWords(query, t)
  return (
    <>
      <PageHead title={t('page.data.title')} subtitle={t('page.data.subtitle')} />
      <DataTabs />
      <Page>
        {words ? <Done>{words}</Done> : null}
        <ImportNote />
        <OrdersNote weeks={differing} />
        <DropZone />
        {asked > 0 ? <Queue questions={questions} asked={asked} owners={owners} /> : null}
        <RefusedFiles files={refused} open={openRefused} />
        <WaitingDrops drops={waiting} />
        {history.count > 0 || unread.length > 0 ? (
          <WeekStrip weeks={weeks} unread={unread} earlier={earlier} later={later} />
        ) : null}
        <History history={history} />
        <Profiles profiles={profiles} />
        <Answers remembered={remembered} />
      </Page>
    </>
  )
}
