import { useSearchParams } from 'react-router'
import { isUnusualIncome } from '#domain/anomaly.ts'
import { type Cents, sum } from '#domain/money.ts'
import type { WeekDriverRow, WeekPage } from '#features/weeks/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { SettlementStateWord } from '#web/parts/settlement-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { State } from '#web/ui/state.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { calmDrivers, deciding, driverOf } from './deciding.ts'
import styles from './drivers-table.module.css'
import { regimeOf } from './regime.ts'
import { signedPercent } from './signed-percent.ts'

/** Columns of the table besides one for each source. */
const OWN_COLUMNS = 7
const VIEWS = ['negative', 'no-iban', 'no-terms', 'unusual', 'to-pay'] as const
type View = (typeof VIEWS)[number]

const MATCHES: Record<View, (row: WeekDriverRow) => boolean> = {
  negative: ({ net }) => net !== null && net < 0,
  'no-iban': ({ iban }) => iban === 'missing' || iban === 'invalid',
  'no-terms': ({ net }) => net === null,
  unusual: (row) => row.isUnusual,
  'to-pay': ({ net, state }) => net !== null && net > 0 && state !== 'paid' && state !== 'draft',
}

/** Above this many the calm ones start folded. */
const MANY = 24

/** `told`: who was told of the statement by WhatsApp. */
type TableProps = { page: WeekPage; chosen: string | null; told: ReadonlySet<string> }

/** Everybody of the week; those who need a look first, the others under one line. */
export function DriversTable({ page, chosen, told }: TableProps) {
  const t = useT()
  const [query] = useSearchParams()
  const view = VIEWS.find((name) => name === query.get('view')) ?? null
  const shown = view ? page.drivers.filter(MATCHES[view]) : page.drivers
  const decide = new Set(deciding(page.questions).map(driverOf))
  const calm = new Set(calmDrivers(page).map(({ id }) => id))
  const first = view ? [] : shown.filter(({ id }) => !calm.has(id))
  const rest = view ? shown : shown.filter(({ id }) => calm.has(id))
  const folds = !view && rest.length > 2 && (first.length > 0 || rest.length > MANY)
  if (page.drivers.length === 0) return <Empty />

  const caption = t('page.week.drivers.caption', { number: weekNumber(page.week) })
  const rows = { page, chosen, told, decide, view }
  return (
    <section className={styles.section} aria-labelledby="drivers">
      <header className={styles.head}>
        <h2 id="drivers">{t('page.week.drivers.title', { count: page.drivers.length })}</h2>
        <Views page={page} view={view} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={styles.frame} aria-label={caption} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <Heads page={page} />
          {first.length > 0 ? (
            <tbody>
              {first.map((row) => (
                <Row key={row.id} row={row} {...rows} />
              ))}
            </tbody>
          ) : null}
          <tbody className={folds ? styles.rest : undefined}>
            {folds ? <Fold rows={rest} page={page} /> : null}
            {rest.map((row) => (
              <Row key={row.id} row={row} {...rows} />
            ))}
            {shown.length === 0 ? (
              <tr>
                <td colSpan={OWN_COLUMNS + page.sources.length} className={styles.none}>
                  {t('page.week.drivers.none')}
                </td>
              </tr>
            ) : null}
          </tbody>
          <Totals rows={shown} sources={page.sources.length} />
        </table>
      </section>
    </section>
  )
}

function Empty() {
  const t = useT()
  return <p className={styles.empty}>{t('page.week.drivers.empty')}</p>
}

function Views({ page, view }: { page: WeekPage; view: View | null }) {
  const t = useT()
  const path = `/admin/weekly/${page.name}`
  const counts = VIEWS.map((name) => ({ name, count: page.drivers.filter(MATCHES[name]).length })).filter(
    ({ name, count }) => count > 0 || name === view,
  )
  if (counts.length === 0) return null
  return (
    <Tabs
      look="pills"
      label={t('page.week.drivers.views')}
      tabs={[
        { to: path, label: t('page.week.drivers.view.all'), current: view === null },
        ...counts.map(({ name, count }) => ({
          to: `${path}?view=${name}`,
          label: t(`page.week.drivers.view.${name}`),
          count,
          current: name === view,
        })),
      ]}
    />
  )
}

function Heads({ page }: { page: WeekPage }) {
  const t = useT()
  return (
    <thead>
      <tr>
        <th scope="col">{t('page.week.drivers.driver')}</th>
        <th scope="col" className={styles.number}>
          {t('page.week.drivers.net')}
        </th>
        <th scope="col" className={styles.number} title={t('page.week.drivers.deviationHelp')}>
          {t('page.week.drivers.deviation')}
        </th>
        {(['earnings', 'costs', 'adjustments'] as const).map((name) => (
          <th key={name} scope="col" className={styles.number}>
            {t(`page.week.drivers.${name}`)}
          </th>
        ))}
        {page.sources.map(({ source }) => (
          <th key={source} scope="col" className={styles.centre}>
            <abbr title={t(`page.week.sourceNames.${source}`)}>{t(`page.week.drivers.short.${source}`)}</abbr>
          </th>
        ))}
        <th scope="col">{t('page.week.drivers.state')}</th>
      </tr>
    </thead>
  )
}

type RowProps = {
  row: WeekDriverRow
  page: WeekPage
  chosen: string | null
  told: ReadonlySet<string>
  decide: ReadonlySet<string | null>
  view: View | null
}

function Row({ row, page, chosen, told, decide, view }: RowProps) {
  const t = useT()
  const beside = `/admin/weekly/${page.name}?${view ? `view=${view}&` : ''}driver=${row.id}`
  return (
    <tr className={row.id === chosen ? `${styles.row} ${styles.selected}` : styles.row}>
      <th scope="row">
        <Link className={styles.beside} to={beside} preventScrollReset aria-current={row.id === chosen || undefined}>
          {row.name}
        </Link>
        <Link className={styles.alone} to={`/admin/weekly/${page.name}/${row.id}`}>
          {row.name}
        </Link>
        <span className={styles.regime}>
          {row.regime ? t(`page.week.drivers.regime.${regimeOf(row.regime)}`) : t('page.week.drivers.noTerms')}
        </span>
      </th>
      <td className={`${styles.number} ${styles.net}`}>
        <Net cents={row.net} />
      </td>
      <td className={styles.number}>
        <Deviation basisPoints={row.deviation} />
      </td>
      <Figure cents={row.earnings} />
      <Figure cents={row.costs} />
      <Figure cents={row.adjustments} signed />
      {page.sources.map(({ source }) => (
        <td key={source} className={styles.centre}>
          <Ticked tick={row.ticks[source]} />
        </td>
      ))}
      <td>
        <Standing row={row} decide={decide.has(row.id)} />
        {told.has(row.id) ? <span className={styles.told}>{t('page.mail.whatsApp.mark')}</span> : null}
      </td>
    </tr>
  )
}

function Net({ cents }: { cents: Cents | null }) {
  const t = useT()
  if (cents === null) return <span className={styles.nothing}>–</span>
  return (
    <>
      {cents < 0 ? <span className={styles.owes}>{t('page.week.drivers.owes')} </span> : null}
      <Money cents={cents} look="bare" owed />
    </>
  )
}

function Figure({ cents, signed = false }: { cents: Cents | null; signed?: boolean }) {
  return (
    <td className={styles.number}>
      {cents === null || cents === 0 ? (
        <span className={styles.nothing}>–</span>
      ) : (
        <Money cents={cents} look={signed ? 'signed' : 'bare'} />
      )}
    </td>
  )
}

function Deviation({ basisPoints }: { basisPoints: number | null }) {
  const language = useLanguage()
  if (basisPoints === null) return <span className={styles.nothing}>–</span>
  return (
    <span className={isUnusualIncome(basisPoints) ? styles.out : styles.usual}>
      {signedPercent(basisPoints, language)}
    </span>
  )
}

function Ticked({ tick }: { tick: WeekDriverRow['ticks']['uber'] }) {
  const t = useT()
  if (tick === 'yes')
    return (
      <span className={styles.tick}>
        <Icon name="check" small label={t('page.week.drivers.tick.yes')} />
      </span>
    )
  if (tick === 'none') {
    return (
      <span className={styles.nothing}>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{t('page.week.drivers.tick.none')}</span>
      </span>
    )
  }
  return (
    <span className={styles.question}>
      <span aria-hidden="true">?</span>
      <span className="visually-hidden">{t('page.week.drivers.tick.question')}</span>
    </span>
  )
}

function Standing({ row, decide }: { row: WeekDriverRow; decide: boolean }) {
  const t = useT()
  if (decide) return <State tone="warn">{t('page.week.drivers.toDecide')}</State>
  return <SettlementStateWord state={row.state} />
}

/** The calm ones under one line, with how far each is from its own usual. */
function Fold({ rows, page }: { rows: readonly WeekDriverRow[]; page: WeekPage }) {
  const t = useT()
  const language = useLanguage()
  const spread = rows.flatMap(({ deviation }) => (deviation === null ? [] : [deviation]))
  return (
    <tr className={styles.fold}>
      <th colSpan={OWN_COLUMNS + page.sources.length} scope="rowgroup">
        <div>
          <label>
            <input
              type="checkbox"
              className="visually-hidden"
              defaultChecked={rows.length <= MANY}
              aria-label={t('page.week.drivers.fold')}
            />
            <Icon name="down" small />
            {t('page.week.questions.calm', { count: rows.length })}
          </label>
          {spread.length > 2 ? (
            <span className={styles.spread}>
              {t('page.week.drivers.spread', {
                from: signedPercent(Math.min(...spread), language),
                to: signedPercent(Math.max(...spread), language),
              })}
              <Dots inside={spread} all={page.drivers} />
            </span>
          ) : null}
        </div>
      </th>
    </tr>
  )
}

/** Each driver a dot on one line: the usual ones in a band, the others outside it. */
function Dots({ inside, all }: { inside: readonly number[]; all: readonly WeekDriverRow[] }) {
  const width = 296
  const x = (deviation: number) =>
    Math.round((Math.max(-0.6, Math.min(0.6, deviation / 10_000)) + 0.6) * (width / 1.2) * 10) / 10
  const low = x(Math.min(...inside))
  const high = x(Math.max(...inside))
  return (
    <svg className={styles.dots} width={width} height="28" viewBox={`0 0 ${width} 28`} aria-hidden="true">
      <line x1="0" x2={width} y1="14" y2="14" />
      <rect x={low - 8} y="4" width={high - low + 16} height="20" rx="10" />
      {all.map(({ id, deviation }, index) =>
        deviation === null ? null : (
          <circle
            key={id}
            className={isUnusualIncome(deviation) ? styles.dotOut : undefined}
            cx={x(deviation)}
            cy={14 + ((index % 3) - 1) * 4}
            r="2.5"
          />
        ),
      )}
    </svg>
  )
}

function Totals({ rows, sources }: { rows: readonly WeekDriverRow[]; sources: number }) {
  const t = useT()
  const total = (name: 'net' | 'earnings' | 'costs' | 'adjustments') => sum(rows.flatMap((row) => row[name] ?? []))
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('page.week.drivers.total')}</th>
        <td className={`${styles.number} ${styles.net}`}>
          <Money cents={total('net')} look="bare" />
        </td>
        <td>{null}</td>
        <Figure cents={total('earnings')} />
        <Figure cents={total('costs')} />
        <Figure cents={total('adjustments')} signed />
        <td colSpan={sources + 1}>{null}</td>
      </tr>
    </tfoot>
  )
}
