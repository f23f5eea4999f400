import type { Start as Way, StartStep } from '#features/overview/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { DropZone } from '../data/drop-zone.tsx'
import styles from './start.module.css'

/** The way of a new operator to the first approved week: every step, what is done, and the next one open. */
export function Start({ start, formKey }: { start: Way; formKey: string }) {
  const t = useT()
  const next = start.steps.find(({ isDone }) => !isDone)?.step
  const done = start.steps.filter(({ isDone }) => isDone).length
  return (
    <Section
      title={t('page.overview.start.title')}
      aside={t('page.overview.start.count', { done, all: start.steps.length })}
    >
      <p className={styles.intro}>{t('page.overview.start.text', { all: start.steps.length })}</p>
      <ol className={styles.steps}>
        {start.steps.map(({ step, isDone }) => (
          <li key={step} className={isDone ? styles.done : step === next ? styles.next : undefined}>
            <span className={styles.mark} aria-hidden="true">
              {isDone ? <Icon name="check" small /> : null}
            </span>
            <div className={styles.words}>
              <h3>
                {t(`page.overview.start.steps.${step}.what`)}
                <span className="visually-hidden">
                  {' '}
                  {t(isDone ? 'page.overview.start.done' : 'page.overview.start.open')}
                </span>
              </h3>
              <p>{textOf(step, isDone, start, t)}</p>
              {isDone ? null : <Act step={step} start={start} isNext={step === next} formKey={formKey} />}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function textOf(
  step: StartStep,
  isDone: boolean,
  { missing, drivers, termless, unpayable, uninvited }: Way,
  t: Translator,
) {
  if (step === 'company' && !isDone) {
    const names = missing.map((fact) => t(`page.overview.start.facts.${fact}`)).join(', ')
    return t('page.overview.start.steps.company.lacks', { names })
  }
  if (step === 'fleet' && isDone) return t('page.overview.start.steps.fleet.has', { count: drivers })
  if (step === 'terms' && termless > 0) return t('page.overview.start.steps.terms.lacks', { count: termless })
  if (step === 'ibans' && unpayable > 0) return t('page.overview.start.steps.ibans.lacks', { count: unpayable })
  if (step === 'invitations' && uninvited > 0)
    return t('page.overview.start.steps.invitations.lacks', { count: uninvited })
  return isDone ? t('page.overview.start.done') : t(`page.overview.start.steps.${step}.text`)
}

/** What is done for a step; the files are dropped right here. */
function Act({ step, start, isNext, formKey }: { step: StartStep; start: Way; isNext: boolean; formKey: string }) {
  const t = useT()
  const kind = isNext ? 'primary' : 'outlined'
  if (step === 'files') {
    return (
      <div className={styles.drop}>
        <DropZone formKey={formKey} />
      </div>
    )
  }
  return (
    <div className={styles.acts}>
      {actsOf(step, start).map(({ to, act }, at) => (
        <LinkButton key={to} to={to} kind={at === 0 ? kind : 'text'}>
          {t(`page.overview.start.acts.${act}`)}
        </LinkButton>
      ))}
    </div>
  )
}

type WayOn = { to: string; act: 'company' | 'contacts' | 'propose' | 'list' | 'terms' | 'drivers' | 'invite' | 'week' }

/** Nothing to press before there is something to do it with. */
function actsOf(step: Exclude<StartStep, 'files'>, { week, drivers, missing }: Way): readonly WayOn[] {
  const list: WayOn = { to: '/admin/drivers/list?start', act: 'list' }
  switch (step) {
    case 'company':
      return [
        ...(missing.some((fact) => fact !== 'contact')
          ? [{ to: '/admin/company?start', act: 'company' } as const]
          : []),
        ...(missing.includes('contact') ? [{ to: '/admin/brand?start', act: 'contacts' } as const] : []),
      ]
    case 'fleet':
      return week ? [{ to: `/admin/data/newcomers?week=${week}`, act: 'propose' }, list] : [list]
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
