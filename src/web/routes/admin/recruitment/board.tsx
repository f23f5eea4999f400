import {
  APPLICATION_SOURCES,
  type ApplicationSource,
  type ApplicationState,
  DECIDED_STATES,
  isOpen,
} from '#domain/application.ts'
import { listInvitations } from '#features/connections/acts/queries.server.ts'
import type { Invitation } from '#features/connections/acts/schema.ts'
import { moveCard } from '#features/recruitment/board/commands.server.ts'
import { listApplications } from '#features/recruitment/queries.server.ts'
import { type ApplicationRow, stepInput } from '#features/recruitment/schema.ts'
import { listStages } from '#features/recruitment/stages/queries.server.ts'
import type { Stage } from '#features/recruitment/stages/schema.ts'
import { useSearchParams } from 'react-router'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Grid, Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FormReply } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Links, WideOnly, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/board.ts'
import styles from './board.module.css'
import { BoardCard, type CardApplication, sourceOf } from './board-card.tsx'
import { Invitations } from './invitations.tsx'
import { RecruitmentTabs } from './recruitment-tabs.tsx'
import { APPLICATION_TONES } from './tones.ts'
import { waitingAt } from './waiting.server.ts'

/** The most cards drawn in a column; the others are shown on request. */
const MAX_CARDS = 15

/** The most decided applications, the newest ones: the list has all. */
const MAX_DECIDED_CARDS = 5

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const [sent, stages, waiting] = await Promise.all([listApplications(), listStages(), waitingAt(now)])
  const open = sent.filter(({ state }) => isOpen(state))
  const source = APPLICATION_SOURCES.find((known) => known === url.searchParams.get('source')) ?? null
  const applications = sent
    .filter((row) => source === null || row.source === source)
    .map((row) => ({ ...row, age: daysSince(row, now) }))
  const decided = DECIDED_STATES.map((state) => {
    const rows = applications.filter((row) => row.state === state)
    return { state, count: rows.length, cards: rows.slice(0, MAX_DECIDED_CARDS) }
  })
  const invitations = await listInvitations(
    decided.flatMap(({ cards }) => cards.flatMap(({ driverId }) => driverId ?? [])),
  )
  return {
    source,
    stages,
    isEmpty: sent.length === 0,
    waiting,
    sources: countedSources(open),
    columns: stages.map((stage) => {
      const cards = applications
        .filter((row) => isOpen(row.state) && row.stage?.id === stage.id)
        .toSorted((a, b) => a.place - b.place || String(a.sentAt).localeCompare(String(b.sentAt)))
      const shown = url.searchParams.get('whole') === stage.id ? cards : cards.slice(0, MAX_CARDS)
      return { stage, cards: shown, count: cards.length, after: cards[shown.length]?.id ?? null }
    }),
    decided: decided.map(({ cards, ...column }) => ({
      ...column,
      cards: cards.map((card) => ({ ...card, invitations: invitations.get(card.driverId ?? '') ?? [] })),
    })),
  }
})

export const action = saves('application.move', stepInput, async (change, input, { url }: Route.ActionArgs) => {
  await moveCard(change, input)
  return `/admin/recruitment${url.search}#${input.application}`
})

/** The columns show from left to right how far the office has come with each application; on a phone they stand one under the other. */
export default function BoardScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { columns, decided, waiting, isEmpty, source, sources, stages } = loaderData
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.recruitment.title')}
        subtitle={t('page.recruitment.board.subtitle')}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
        actions={
          <>
            <LinkButton to="/admin/recruitment/stages">{t('page.recruitment.stages.open')}</LinkButton>
            <LinkButton to="/signup">{t('page.recruitment.seeSite')}</LinkButton>
          </>
        }
      />
      <Stack>
        <RecruitmentTabs current="board" waiting={waiting} />
        <FormReply reply={reply} />
        {isEmpty ? (
          <EmptyState title={t('page.recruitment.list.empty')}>{t('page.recruitment.list.emptyText')}</EmptyState>
        ) : (
          <>
            <Sources current={source} counted={sources} total={waiting.applications} />
            <div className={styles.board} data-board="">
              {columns.map((column) => (
                <Column key={column.stage.id} {...column} stages={stages} />
              ))}
            </div>
            <WideOnly>
              <Words look="small">{t('page.recruitment.board.how')}</Words>
            </WideOnly>
            <Grid columns={3}>
              {decided.map((column) => (
                <Decided key={column.state} {...column} />
              ))}
            </Grid>
          </>
        )}
      </Stack>
    </>
  )
}

type SourcesProps = {
  current: ApplicationSource | null
  counted: readonly { source: ApplicationSource; count: number }[]
  total: number
}

/** A filter of open applications by how they came; nothing if all came the same way. */
function Sources({ current, counted, total }: SourcesProps) {
  const t = useT()
  if (counted.length < 2 && current === null) return null
  const shown = counted.some(({ source }) => source === current)
    ? counted
    : [...counted, ...(current ? [{ source: current, count: 0 }] : [])]
  return (
    <Tabs
      look="pills"
      label={t('page.recruitment.source')}
      tabs={[
        { to: '/admin/recruitment', label: t('page.recruitment.sources.any'), count: total, current: current === null },
        ...shown.map(({ source, count }) => ({
          to: `/admin/recruitment?source=${source}`,
          label: t(`page.recruitment.heard.${source}`),
          count,
          current: current === source,
        })),
      ]}
    />
  )
}

type ColumnProps = {
  stage: Stage
  cards: readonly CardApplication[]
  count: number
  /** Id of the first card that is not drawn: a card dropped at the visible end goes before it. */
  after: string | null
  stages: readonly Stage[]
}

function Column({ stage, cards, count, after, stages }: ColumnProps) {
  const t = useT()
  const [query] = useSearchParams()
  const whole = new URLSearchParams({ ...Object.fromEntries(query), whole: stage.id })
  const title = `stage-${stage.id}`
  return (
    <section className={styles.column} aria-labelledby={title} data-column="">
      <header className={styles.head}>
        <h2 id={title}>{stage.name[t.language]}</h2>
        <span>{count}</span>
      </header>
      <ol
        className={styles.cards}
        data-stage={stage.id}
        data-after={after ?? undefined}
        data-none={t('page.recruitment.board.none')}
      >
        {cards.map((card) => (
          <BoardCard key={card.id} application={card} stages={stages} />
        ))}
      </ol>
      {after === null ? null : (
        <Links>
          <Link to={`/admin/recruitment?${whole}#${title}`}>
            {t('page.recruitment.board.rest', { count: count - cards.length })}
          </Link>
        </Links>
      )}
    </section>
  )
}

type DecidedProps = {
  state: ApplicationState
  count: number
  cards: readonly (CardApplication & { invitations: readonly Invitation[] })[]
}

function Decided({ state, count, cards }: DecidedProps) {
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
            <Item
              key={card.id}
              title={<Link to={`/admin/recruitment/${card.id}`}>{card.name}</Link>}
              aside={
                <small>
                  {card.age === 0
                    ? t('page.recruitment.board.today')
                    : t('page.recruitment.board.days', { count: card.age })}
                </small>
              }
            >
              <small>{sourceOf(card, t)}</small>
              {card.cause ? <p>{t(`page.recruitment.causes.${card.cause}`)}</p> : null}
              {card.driverId ? <Invitations driverId={card.driverId} of={card.invitations} /> : null}
            </Item>
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

function countedSources(open: readonly ApplicationRow[]) {
  return APPLICATION_SOURCES.map((source) => ({
    source,
    count: open.filter((row) => row.source === source).length,
  })).filter(({ count }) => count > 0)
}

/** Whole days since an application was decided or, while it is open, since it was sent. */
function daysSince({ sentAt, decidedAt }: ApplicationRow, now: Temporal.Instant): number {
  const since = decidedAt ?? sentAt
  return since === null ? 0 : Math.floor(now.since(Temporal.Instant.from(since)).total('hours') / 24)
}
