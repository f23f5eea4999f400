import { useSearchParams } from 'react-router'
import { isUnusualIncome } from '#domain/anomaly.ts'
import type { Cents } from '#domain/money.ts'
import type { WeekDriverRow, WeekShown } from '#features/weeks/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { SettlementStateWord } from '#web/parts/settlement-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { State } from '#web/ui/state.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { StatementPanelLink } from './statement-panel-link.tsx'
import { type DriversPage, PAGE_ROWS, panelAddress } from './drivers-page.ts'
import { calmWords } from './calm-words.ts'
import styles from './drivers-table.module.css'
import { regimeOf } from './regime.ts'
import { signedPercent } from './signed-percent.ts'

/** Columns of the table besides those of the sources. */
const OWN_COLUMNS = 7

/** Above this number the calm drivers start folded. */
const MANY = 24

type Week = Pick<WeekShown, 'name' | 'week' | 'sources' | 'people' | 'isBeforeFirstPaid'>

/** `sentByHand`: the drivers to whom somebody sent the statement by WhatsApp. */
type TableProps = { week: Week; drivers: DriversPage; chosen: string | null; sentByHand: ReadonlySet<string> }

/** All drivers of the week, a page at a time: first those who need attention, then the others folded under one line. */
export function DriversTable({ week, drivers, chosen, sentByHand }: TableProps) {
  const t = useT()
  if (week.people.count === 0) return <Empty isBeforeFirstPaid={week.isBeforeFirstPaid} />

  const { first, rest, view, page, count } = drivers
  // Somebody who turns to another page wants to see its rows, so nothing is folded there.
  const folds = !view && page === 1 && rest.length > 2 && (first.length > 0 || rest.length > MANY)
  const caption = t('page.week.drivers.caption', { number: weekNumber(week.week) })
  const toDecide = new Set(drivers.toDecide)
  // The week's road says that it is a draft, so draft rows do not repeat it.
  const hasStates = [...first, ...rest].some(({ id, state }) => state !== 'draft' || toDecide.has(id))
  const shared = { week, chosen, sentByHand, decide: toDecide, hasStates }
  return (
    <section className={styles.section} aria-labelledby="drivers">
      <header className={styles.head}>
        <h2 id="drivers">{t('page.week.drivers.title', { count: week.people.count })}</h2>
        <Views name={week.name} drivers={drivers} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={styles.frame} aria-label={caption} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <Heads week={week} hasStates={hasStates} />
          {first.length > 0 ? (
            <tbody>
              {first.map((row) => (
                <Row key={row.id} row={row} {...shared} />
              ))}
            </tbody>
          ) : null}
          <tbody className={folds ? styles.rest : undefined}>
            {folds ? <Fold drivers={drivers} week={week} /> : null}
            {rest.map((row) => (
              <Row key={row.id} row={row} {...shared} />
            ))}
            {count === 0 ? (
              <tr>
                <td colSpan={OWN_COLUMNS + week.sources.length} className={styles.none}>
                  {t('page.week.drivers.none')}
                </td>
              </tr>
            ) : null}
          </tbody>
          <Totals totals={drivers.totals} rest={week.sources.length + (hasStates ? 1 : 0)} />
        </table>
      </section>
      <Pagination page={page} size={PAGE_ROWS} count={count} at="drivers" />
    </section>
  )
}

function Empty({ isBeforeFirstPaid }: Pick<Week, 'isBeforeFirstPaid'>) {
  const t = useT()
  return <p className={styles.empty}>{t(isBeforeFirstPaid ? 'page.week.drivers.left' : 'page.week.drivers.empty')}</p>
}

function Views({ name, drivers: { view, views } }: { name: string; drivers: DriversPage }) {
  const t = useT()
  const path = `/admin/weekly/${name}`
  if (views.length === 0) return null
  return (
    <Tabs
      look="pills"
      label={t('page.week.drivers.views')}
      tabs={[
        { to: path, label: t('page.week.drivers.view.all'), current: view === null },
        ...views.map(({ name: viewName, count }) => ({
          to: `${path}?view=${viewName}`,
          label: t(`page.week.drivers.view.${viewName}`),
          count,
          current: viewName === view,
        })),
      ]}
    />
  )
}

function Heads({ week, hasStates }: { week: Week; hasStates: boolean }) {
  const t = useT()
  return (
    <thead>
      <tr>
        <th scope="col">{t('page.week.drivers.driver')}</th>
        <th scope="col" className={styles.number}>
          {t('page.week.drivers.net')}
        </th>
        <th scope="col" className={`${styles.number} ${styles.deviation}`} title={t('page.week.drivers.deviationHelp')}>
          {t('page.week.drivers.deviation')}
        </th>
        {(['earnings', 'costs', 'adjustments'] as const).map((name) => (
          <th key={name} scope="col" className={styles.number}>
            {t(`page.week.drivers.${name}`)}
          </th>
        ))}
        {week.sources.map(({ source }) => (
          <th key={source} scope="col" className={styles.centre}>
            <abbr title={t(`page.week.sourceNames.${source}`)}>{t(`page.week.drivers.short.${source}`)}</abbr>
          </th>
        ))}
        {hasStates ? <th scope="col">{t('page.week.drivers.state')}</th> : null}
      </tr>
    </thead>
  )
}

type RowProps = {
  row: WeekDriverRow
  week: Week
  chosen: string | null
  sentByHand: ReadonlySet<string>
  decide: ReadonlySet<string>
  hasStates: boolean
}

function Row({ row, week, chosen, sentByHand, decide, hasStates }: RowProps) {
  const t = useT()
  const [query] = useSearchParams()
  const statementPage = panelAddress(`${week.name}/${row.id}`, query)
  return (
    <tr className={styles.row}>
      <th scope="row">
        <StatementPanelLink
          className={styles.beside}
          week={week.name}
          query={query}
          driver={row.id}
          aria-current={row.id === chosen || undefined}
        >
          {row.name}
        </StatementPanelLink>
        <Link className={styles.alone} to={statementPage}>
          {row.name}
        </Link>
        <span className={styles.regime}>
          {row.regime ? t(`page.week.drivers.regime.${regimeOf(row.regime)}`) : t('page.week.drivers.noTerms')}
        </span>
      </th>
      <td className={`${styles.number} ${styles.net}`}>
        <Net cents={row.net} />
      </td>
      <td className={`${styles.number} ${styles.deviation}`}>
        <Deviation basisPoints={row.deviation} />
      </td>
      <Figure cents={row.earnings} />
      <Figure cents={row.costs} />
      <Figure cents={row.adjustments} signed />
      {week.sources.map(({ source }) => (
        <td key={source} className={styles.centre}>
          <TickMark tick={row.ticks[source]} />
        </td>
      ))}
      {hasStates ? (
        <td className={styles.state}>
          <RowState row={row} decide={decide.has(row.id)} />
          {sentByHand.has(row.id) ? <span className={styles.shared}>{t('page.telling.mark')}</span> : null}
        </td>
      ) : null}
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

function TickMark({ tick }: { tick: WeekDriverRow['ticks']['uber'] }) {
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

function RowState({ row, decide }: { row: WeekDriverRow; decide: boolean }) {
  const t = useT()
  if (decide) return <State tone="warn">{t('page.week.drivers.toDecide')}</State>
  if (row.state === 'draft') return null
  return <SettlementStateWord state={row.state} />
}

/** The line under which the calm drivers are folded, with how far the income of each is from their usual one. */
function Fold({ drivers: { first, rest, ...counts }, week }: { drivers: DriversPage; week: Week }) {
  const t = useT()
  const language = useLanguage()
  const spread = rest.flatMap(({ deviation }) => (deviation === null ? [] : [deviation]))
  return (
    <tr className={styles.fold}>
      <th colSpan={OWN_COLUMNS + week.sources.length} scope="rowgroup">
        <div>
          <label>
            <input
              type="checkbox"
              className="visually-hidden"
              defaultChecked={rest.length <= MANY}
              aria-label={t('page.week.drivers.fold')}
            />
            <Icon name="down" small />
            {calmWords(counts, t)}
          </label>
          {spread.length > 2 ? (
            <span className={styles.spread}>
              {t('page.week.drivers.spread', {
                from: signedPercent(Math.min(...spread), language),
                to: signedPercent(Math.max(...spread), language),
              })}
              <Dots inside={spread} all={[...first, ...rest]} />
            </span>
          ) : null}
        </div>
      </th>
    </tr>
  )
}

/** Each driver as a dot on one line: the usual ones inside a band, the others outside it. */
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

function Totals({ totals, rest }: { totals: DriversPage['totals']; rest: number }) {
  const t = useT()
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('page.week.drivers.total')}</th>
        <td className={`${styles.number} ${styles.net}`}>
          <Money cents={totals.net} look="bare" />
        </td>
        <td>{null}</td>
        <Figure cents={totals.earnings} />
        <Figure cents={totals.costs} />
        <Figure cents={totals.adjustments} signed />
        {rest > 0 ? <td colSpan={rest}>{null}</td> : null}
      </tr>
    </tfoot>
  )
}
