import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { type ApplicationStep, type AppliedRegime, stepsOf } from '#domain/application.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Road, type Stop } from '#web/ui/road.tsx'
import styles from './apply-frame.module.css'
import { pageOf } from './private-link.ts'

type Props = {
  step: ApplicationStep
  regime: AppliedRegime
  title: string
  lead: string
  /** Useful facts beside the form. */
  aside: string
  /** The page before this one. */
  back?: string | undefined
  children: ReactNode
}

/** One step on one page: the road of all steps above, the form, and useful facts beside it. */
export function ApplyFrame({ step, regime, title, lead, aside, back, children }: Props) {
  const t = useT()
  // The first page has no private address before its form is sent.
  const isBegun = useSearchParams()[0].has('code')
  const steps = stepsOf(regime)
  const here = steps.indexOf(step)
  const stops: Stop[] = steps.map((name, index) => ({
    label: t(`page.apply.steps.${name}`),
    state: index < here ? 'done' : index === here ? 'now' : 'todo',
  }))
  return (
    <div className={styles.page}>
      <div className={styles.wrap}>
        <div className={styles.road}>
          <Road stops={stops} label={t('page.apply.road')} />
        </div>
        <header className={styles.head}>
          <h1>{title}</h1>
          <p>{lead}</p>
        </header>
        <div className={styles.sheet}>{children}</div>
        <aside className={styles.aside}>
          <p>{aside}</p>
          {isBegun ? <p>{t('page.apply.private')}</p> : null}
          {back ? (
            <Link to={back} className={styles.back}>
              {t('page.apply.back')}
            </Link>
          ) : null}
        </aside>
      </div>
    </div>
  )
}

/** The page of the step before this one. */
export function stepBefore(step: ApplicationStep, regime: AppliedRegime, code: string): string | undefined {
  const steps = stepsOf(regime)
  const before = steps[steps.indexOf(step) - 1]
  return before && pageOf(before, code)
}
