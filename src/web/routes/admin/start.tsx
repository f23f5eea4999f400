import { redirect } from 'react-router'
import { listWaitingDrops } from '#features/imports/drops/queries.server.ts'
import type { WaitingDrop } from '#features/imports/drops/schema.ts'
import { getOverview } from '#features/weeks/overview/queries.server.ts'
import type { StartStep } from '#domain/start.ts'
import type { Start as StartFacts } from '#features/weeks/overview/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { inLanguage, languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Dot } from '#web/ui/state.tsx'
import type { Route } from './+types/start.ts'
import { DropZone } from './data/drop-zone.tsx'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now }) => {
  const { start, isNew } = await getOverview(now)
  if (!start) throw redirect(inLanguage('/admin', languageOf(new URL(request.url).pathname)), 303)
  return { start, isNew, waiting: await listWaitingDrops(now) }
})

/** The way of a new operator to the first approved week: every step, those done, and the next one open. */
export default function StartScreen({ loaderData: { start, isNew, waiting } }: Route.ComponentProps) {
  const t = useT()
  const next = start.steps.find(({ isDone }) => !isDone)?.step
  const done = start.steps.filter(({ isDone }) => isDone).length
  return (
    <>
      <PageHead
        {...(isNew ? {} : { back: { to: '/admin', label: t('page.overview.title') } })}
        title={t('page.start.title')}
        subtitle={t('page.start.text', { all: start.steps.length })}
        detail={t('page.start.count', { done, all: start.steps.length })}
      />
      <Items ordered>
        {start.steps.map(({ step, isDone }) => (
          <Item
            key={step}
            heading="h2"
            mark={isDone ? <Icon name="check" /> : <Dot tone={step === next ? 'warn' : 'todo'} />}
            title={
              <>
                {t(`page.start.steps.${step}.what`)}
                <span className="visually-hidden"> {t(isDone ? 'page.start.done' : 'page.start.open')}</span>
              </>
            }
            acts={
              isDone ? (
                <DoneActs step={step} />
              ) : step === 'files' ? null : (
                <Acts step={step} start={start} isNext={step === next} />
              )
            }
            under={
              isDone || step !== 'files' ? null : (
                <>
                  <DropZone />
                  <LeftDrop drops={waiting} />
                </>
              )
            }
          >
            <p>{textOf(step, isDone, start, t)}</p>
          </Item>
        ))}
      </Items>
    </>
  )
}

function textOf(
  step: StartStep,
  isDone: boolean,
  { missing, drivers, termless, unpayable, uninvited }: StartFacts,
  t: Translator,
) {
  if (step === 'company' && !isDone) {
    const names = missing.map((fact) => t(`page.start.facts.${fact}`)).join(', ')
    return t('page.start.steps.company.lacks', { names })
  }
  if (step === 'fleet' && isDone) return t('page.start.steps.fleet.has', { count: drivers })
  if (step === 'terms' && termless > 0) return t('page.start.steps.terms.lacks', { count: termless })
  if (step === 'ibans' && unpayable > 0) return t('page.start.steps.ibans.lacks', { count: unpayable })
  if (step === 'invitations' && uninvited > 0) return t('page.start.steps.invitations.lacks', { count: uninvited })
  if (step === 'terms' && isDone) return t('page.start.steps.terms.has')
  return isDone ? t('page.start.done') : t(`page.start.steps.${step}.text`)
}

/** The actions of a step. */
function Acts({ step, start, isNext }: { step: Exclude<StartStep, 'files'>; start: StartFacts; isNext: boolean }) {
  const t = useT()
  return actsOf(step, start).map(({ to, act }, at) => (
    <LinkButton key={to} to={to} kind={at > 0 ? 'text' : isNext ? 'primary' : 'outlined'}>
      {t(`page.start.acts.${act}`)}
    </LinkButton>
  ))
}

/** Where what was done is looked at and changed, for the steps whose values nobody has typed in here. */
const AFTER: Partial<Record<StartStep, readonly { to: string; act: 'seen' | 'brand' | 'drivers' | 'settings' }[]>> = {
  company: [
    { to: '/admin/company?start', act: 'seen' },
    { to: '/admin/brand', act: 'brand' },
  ],
  fleet: [{ to: '/admin/drivers', act: 'drivers' }],
  terms: [{ to: '/admin/financial-settings', act: 'settings' }],
}

function DoneActs({ step }: { step: StartStep }) {
  const t = useT()
  return AFTER[step]?.map(({ to, act }) => (
    <LinkButton key={to} to={to} kind="text">
      {t(`page.start.acts.${act}`)}
    </LinkButton>
  ))
}

/** A link back to the files that were dropped last and not imported. */
function LeftDrop({ drops: [last] }: { drops: readonly WaitingDrop[] }) {
  const t = useT()
  if (!last) return null
  return (
    <p>
      <Link to={`/admin/data/drops/${last.id}`}>
        {t('page.start.leftDrop', { count: last.names.length, at: formatInstant(last.at, t.language) })}
      </Link>
    </p>
  )
}

type NextAct = {
  to: string
  act: 'company' | 'propose' | 'list' | 'cars' | 'terms' | 'drivers' | 'hand' | 'invite' | 'week'
}

/** The actions of a step, as far as they are possible already. */
function actsOf(step: Exclude<StartStep, 'files'>, { week, drivers, missing }: StartFacts): readonly NextAct[] {
  const list: NextAct = { to: '/admin/drivers/list?start', act: 'list' }
  const cars: NextAct = { to: '/admin/vehicles/list?start', act: 'cars' }
  switch (step) {
    case 'company':
      return missing.length > 0 ? [{ to: '/admin/company?start', act: 'company' }] : []
    case 'fleet':
      return week
        ? [{ to: `/admin/data/newcomers?week=${week}`, act: 'propose' }, list, cars]
        : [list, cars, { to: '/admin/drivers/new', act: 'hand' }]
    case 'terms':
      if (drivers === 0) return []
      return week
        ? [{ to: `/admin/weekly/${week}/terms/new`, act: 'terms' }]
        : [{ to: '/admin/drivers', act: 'drivers' }]
    case 'ibans':
      return drivers === 0 ? [] : [list, { to: '/admin/drivers?view=unpayable', act: 'drivers' }]
    case 'invitations':
      return drivers === 0 ? [] : [{ to: '/admin/drivers/invitations', act: 'invite' }]
    case 'week':
      return week ? [{ to: `/admin/weekly/${week}`, act: 'week' }] : []
  }
}
