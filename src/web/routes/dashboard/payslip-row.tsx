import { Fragment, type ReactNode } from 'react'
import { getOwnOriginal } from '#features/statements/queries.server.ts'
import { weekNumber } from '#messages/dates.ts'
import { show } from '#web/answer.server.ts'
import { useT } from '#web/i18n.tsx'
import { ownStatement } from '#web/own-statement.server.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/payslip-row.ts'
import styles from './payslip.module.css'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { driver, week } = await ownStatement(context, params.week)
    return { week, address: params.week, row: await getOwnOriginal(driver, week, params.row) }
  })

/** Lets a long column name wrap after its colons, and not within a word: the files write no space after a colon. */
function wrapAfterColons(name: string): ReactNode[] {
  return [...name.matchAll(/[^:]+:?|:/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}

/** The line of the file behind a number, cell by cell, for its driver. */
export default function OriginalLineScreen({ loaderData: { week, address, row } }: Route.ComponentProps) {
  const t = useT()
  return (
    <div className={styles.page}>
      <PageHead
        back={{
          to: `/dashboard/payslips/${address}`,
          label: t('page.statement.row.back', { number: weekNumber(week) }),
        }}
        title={t('page.statement.row.title', { line: row.line })}
        subtitle={t('page.statement.row.text', { file: row.file })}
      />
      <table className={styles.cells}>
        <caption className="visually-hidden">
          {t('page.statement.row.caption', { line: row.line, file: row.file })}
        </caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('page.statement.row.column')}</th>
            <th scope="col">{t('page.statement.row.value')}</th>
          </tr>
        </thead>
        <tbody>
          {row.cells.map(({ column, value }) => (
            <tr key={column}>
              <th scope="row">{wrapAfterColons(column)}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details className={styles.raw}>
        <summary>{t('page.statement.row.raw')}</summary>
        <pre>{row.original}</pre>
      </details>
    </div>
  )
}
