import { type ApplicationState, DECIDED_STATES, isOpen, OPEN_STATES } from '#domain/application.ts'
import { ZONE } from '#domain/week.ts'
import { moveApplication } from '#features/recruitment/commands.server.ts'
import { listApplications, pipelineFigures } from '#features/recruitment/queries.server.ts'
import { type ApplicationRow, stepInput } from '#features/recruitment/schema.ts'
import { countNewMessages } from '#features/visitors/contact/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack, Grid, Section } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FormReply } from '#web/ui/form.tsx'
import { Items } from '#web/ui/items.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/board.ts'
import { BoardCard } from './board-card.tsx'
import { PipelineNumbers } from './pipeline-numbers.tsx'
import { RecruitmentTabs } from './recruitment-tabs.tsx'
import { APPLICATION_TONES } from './tones.ts'

/** Of what is decided, only the newest: the list has all. */
const MOST_DECIDED = 5

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const from = now.toZonedDateTimeISO(ZONE).toPlainDate().with({ day: 1 }).subtract({ months: 11 })
  const [all, figures, messages] = await Promise.all([listApplications(), pipelineFigures(from), countNewMessages()])
  const columnOf = (state: ApplicationState) => {
    const rows = all.filter((row) => row.state === state)
    const shown = isOpen(state) ? rows.toReversed() : rows.slice(0, MOST_DECIDED)
    return { state, count: rows.length, cards: shown.map((row) => ({ ...row, age: daysSince(row, now) })) }
  }
  const open = OPEN_STATES.map(columnOf)
  const applications = open.reduce((sum, { count }) => sum + count, 0)
  return {
    ...{ open, figures, from: from.toString(), waiting: { applications, messages } },
    decided: DECIDED_STATES.map(columnOf),
    isEmpty: all.length === 0,
  }
})

export const action = saves('application.move', stepInput, async (deed, input) => {
  await moveApplication(deed, input.application, { state: input.state, text: '' })
  return `/admin/recruitment#${input.application}`
})

/** The pipeline from left to right; on a phone one state under the other. */
export default function BoardScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { open, decided, figures, from, waiting, isEmpty } = loaderData
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.recruitment.title')}
        subtitle={t('page.recruitment.board.subtitle')}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
        actions={<LinkButton to="/signup">{t('page.recruitment.seeSite')}</LinkButton>}
      />
      <Stack>
        <RecruitmentTabs current="board" waiting={waiting} />
        <FormReply reply={reply} />
        {isEmpty ? (
          <EmptyState title={t('page.recruitment.list.empty')}>{t('page.recruitment.list.emptyText')}</EmptyState>
        ) : (
          <>
            <Grid columns={3}>
              {[...open, ...decided].map((column) => (
                <Column key={column.state} {...column} />
              ))}
            </Grid>
            <PipelineNumbers figures={figures} from={from} />
          </>
        )}
      </Stack>
    </>
  )
}

type ColumnProps = { state: ApplicationState; count: number; cards: readonly (ApplicationRow & { age: number })[] }

function Column({ state, count, cards }: ColumnProps) {
  const t = useT()
  return (
    <Section
      title={t(`page.recruitment.states.${state}`)}
      aside={<State tone={APPLICATION_TONES[state]}>{count}</State>}
    >
      {count === 0 ? (
        <Words look="small">{t('page.recruitment.board.none')}</Words>
      ) : (
        <Items>
          {cards.map((card) => (
            <BoardCard key={card.id} application={card} />
          ))}
        </Items>
      )}
      {count > cards.length ? (
        <Links>
          <Link to={`/admin/recruitment/list?view=${state}`}>{t('page.recruitment.board.all', { count })}</Link>
        </Links>
      ) : null}
    </Section>
  )
}

/** Whole days since it was sent, or since it was decided. */
function daysSince({ sentAt, decidedAt }: ApplicationRow, now: Temporal.Instant): number {
  const since = decidedAt ?? sentAt
  return since === null ? 0 : Math.floor(now.since(Temporal.Instant.from(since)).total('hours') / 24)
}
