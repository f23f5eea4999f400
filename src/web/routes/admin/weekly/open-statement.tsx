import { useSearchParams } from 'react-router'
import type { Opinions } from '#features/statements/disputes/schema.ts'
import type { StatementView } from '#features/statements/schema.ts'
import { useT } from '#web/i18n.tsx'
import { StatementHead } from '#web/parts/statement-head.tsx'
import { StatementLines } from '#web/parts/statement-lines.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Turn } from '#web/ui/layout.tsx'
import { Aside } from '#web/ui/list-and-item.tsx'
import { StatementPanelLink } from './statement-panel-link.tsx'
import type { neighboursOf } from './drivers-page.ts'
import { StatementActions } from './statement-actions.tsx'

type Props = {
  week: string
  neighbours: ReturnType<typeof neighboursOf> | null
  statement: StatementView
  opinions: Opinions | null
}

/** The id of the place for a statement beside the table. */
export const STATEMENT_PLACE = 'statement'

/** The chosen driver's statement. The address chooses it; an open page fetches it alone (`statement-panel.tsx`). */
export function OpenStatement({ week, neighbours, statement, opinions }: Props) {
  const t = useT()
  const [query] = useSearchParams()
  const { before, after } = neighbours ?? { before: null, after: null }
  // The driver before or after may be on another page of the table: the address names the driver, and the server finds
  // the page.
  const view = new URLSearchParams(query)
  view.delete('page')
  return (
    <Aside
      label={t('page.statement.aside', { name: statement.driver.name })}
      head={
        <>
          <small>
            {statement.version
              ? t('page.statement.version', { version: statement.version })
              : t('page.statement.draft')}
          </small>
          <Turn label={t('common.nav.trail')}>
            {before ? (
              <StatementPanelLink
                week={week}
                query={view}
                driver={before.id}
                aria-label={t('page.statement.previousDriver', { name: before.name })}
              >
                <Icon name="left" />
              </StatementPanelLink>
            ) : null}
            {after ? (
              <StatementPanelLink
                week={week}
                query={view}
                driver={after.id}
                aria-label={t('page.statement.nextDriver', { name: after.name })}
              >
                <Icon name="right" />
              </StatementPanelLink>
            ) : null}
            <StatementPanelLink week={week} query={query} driver={null} aria-label={t('page.statement.close')}>
              <Icon name="close" />
            </StatementPanelLink>
          </Turn>
        </>
      }
    >
      <StatementHead statement={statement} heading="h2" />
      <StatementLines statement={statement} reader="office" opinions={opinions} heading="h3" />
      <StatementActions statement={statement} page={`/admin/weekly/${week}/${statement.driver.id}`} alone />
    </Aside>
  )
}
