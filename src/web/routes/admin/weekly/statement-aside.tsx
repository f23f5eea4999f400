import { useSearchParams } from 'react-router'
import type { Opinions } from '#features/disputes/schema.ts'
import type { StatementView } from '#features/statements/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { StatementHead } from '#web/parts/statement-head.tsx'
import { StatementLines } from '#web/parts/statement-lines.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { besideTable, type neighboursOf } from './drivers-page.ts'
import { StatementActions } from './statement-actions.tsx'
import styles from './week.module.css'

type Props = {
  week: string
  neighbours: ReturnType<typeof neighboursOf> | null
  statement: StatementView
  opinions: Opinions | null
}

/** The chosen driver's statement beside the table, on screens with room for it. Chosen by address. */
export function StatementAside({ week, neighbours, statement, opinions }: Props) {
  const t = useT()
  const [query] = useSearchParams()
  const { before, after } = neighbours ?? { before: null, after: null }
  // Whoever comes before or after may be on another page of the table: the address says who, and the page is theirs.
  const view = new URLSearchParams(query)
  view.delete('page')
  const to = (driver: string) => besideTable(week, view, driver)
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
        <Turn to={besideTable(week, query)} name={t('page.statement.close')} icon="close" />
      </div>
      <StatementHead statement={statement} heading="h2" />
      <StatementLines statement={statement} reader="office" opinions={opinions} heading="h3" />
      <StatementActions statement={statement} page={`/admin/weekly/${week}/${statement.driver.id}`} alone />
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
