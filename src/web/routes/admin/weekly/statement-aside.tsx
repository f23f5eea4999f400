import { useSearchParams } from 'react-router'
import type { Opinions } from '#features/disputes/schema.ts'
import type { StatementView } from '#features/statements/schema.ts'
import type { WeekPage } from '#features/weeks/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { StatementHead } from '#web/parts/statement-head.tsx'
import { StatementLines } from '#web/parts/statement-lines.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { StatementActions } from './statement-actions.tsx'
import styles from './week.module.css'

type Props = { page: WeekPage; statement: StatementView; opinions: Opinions | null }

/** The chosen driver's statement beside the table, on screens with room for it. Chosen by address. */
export function StatementAside({ page, statement, opinions }: Props) {
  const t = useT()
  const [query] = useSearchParams()
  const at = page.drivers.findIndex(({ id }) => id === statement.driver.id)
  const before = page.drivers[at - 1]
  const after = page.drivers[at + 1]
  const view = query.get('view')
  const to = (driver?: string) => {
    const search = new URLSearchParams({ ...(view ? { view } : {}), ...(driver ? { driver } : {}) }).toString()
    return `/admin/weekly/${page.name}${search ? `?${search}` : ''}`
  }
  return (
    <aside
      className={styles.aside}
      id="statement"
      aria-label={t('page.statement.aside', { name: statement.driver.name })}
    >
      <div className={styles.asideHead}>
        <span>
          {statement.version ? t('page.statement.version', { version: statement.version }) : t('page.statement.draft')}
        </span>
        {before ? (
          <Turn to={to(before.id)} name={t('page.statement.previousDriver', { name: before.name })} icon="left" />
        ) : null}
        {after ? (
          <Turn to={to(after.id)} name={t('page.statement.nextDriver', { name: after.name })} icon="right" />
        ) : null}
        <Turn to={to()} name={t('page.statement.close')} icon="close" />
      </div>
      <StatementHead statement={statement} heading="h2" />
      <StatementLines statement={statement} reader="office" opinions={opinions} heading="h3" />
      <StatementActions statement={statement} page={`/admin/weekly/${page.name}/${statement.driver.id}`} alone />
    </aside>
  )
}

function Turn({ to, name, icon }: { to: string; name: string; icon: 'left' | 'right' | 'close' }) {
  return (
    <Link to={to} aria-label={name} preventScrollReset>
      <Icon name={icon} />
    </Link>
  )
}
