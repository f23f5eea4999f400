import type { BarredDriver } from '#features/papers/readiness/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Bullets } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { missingWords } from './paper-parts.tsx'

/** The drivers who may not drive, and why, where somebody gives them a car; shown whether or not that stops anything. */
export function MayNotDrive({ drivers }: { drivers: readonly BarredDriver[] }) {
  const t = useT()
  return drivers.map(({ id, name, missing }) => (
    <Notice key={id} tone="warn" title={t('page.papers.driving.person', { name })}>
      <Bullets>
        {missing.map((requirement) => (
          <li key={missingWords(t, requirement)}>{missingWords(t, requirement)}</li>
        ))}
      </Bullets>
      <p>
        <Link to={`/admin/drivers/${id}/papers`}>{t('page.papers.driving.look')}</Link>
      </p>
    </Notice>
  ))
}

/** The drivers of an approved week who may not drive, and why, a line each. */
export function MayNotDriveInWeek({ drivers }: { drivers: readonly BarredDriver[] }) {
  const t = useT()
  if (drivers.length === 0) return null
  return (
    <Notice tone="warn">
      <Disclosure level="line" summary={t('page.papers.driving.inWeek', { count: drivers.length })}>
        <Bullets>
          {drivers.map(({ id, name, missing }) => (
            <li key={id}>
              <Link to={`/admin/drivers/${id}/papers`}>{name}</Link>
              {`: ${missing.map((requirement) => missingWords(t, requirement)).join(' ')}`}
            </li>
          ))}
        </Bullets>
      </Disclosure>
    </Notice>
  )
}
