import { href, redirect } from 'react-router'
import { APPLIED_REGIMES, contractKindOf } from '#domain/application.ts'
import type { FirstRide, FirstRideStep } from '#domain/first-ride.ts'
import { maskNif, showPlate } from '#domain/identifiers.ts'
import type { FigureName } from '#domain/performance.ts'
import { ZONE, weekAt, weekName } from '#domain/week.ts'
import { findOldestPreparation } from '#features/contracts/preparations/queries.server.ts'
import { findContractInProgress } from '#features/contracts/queries.server.ts'
import { getDriver, getDriverRow } from '#features/fleet/drivers/queries.server.ts'
import { listMerges } from '#features/fleet/merges/queries.server.ts'
import type { MergeRow } from '#features/fleet/merges/schema.ts'
import { readFirstRide } from '#features/papers/readiness/queries.server.ts'
import { getCurrentAccount } from '#features/ledger/current-accounts/queries.server.ts'
import { listPastFigures } from '#features/settlements/frozen-settlements/queries.server.ts'
import { listWeeksOf } from '#features/weeks/performance/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant, formatWeekNumber } from '#messages/dates.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { WorkFigures } from '#web/parts/work-figures.tsx'
import { WeekName } from '#web/parts/week-name.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section } from '#web/ui/card.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SmallLine } from '#web/ui/charts/small-line.tsx'
import { SideBySide, Bullets, Page } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Dot, State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/record.ts'
import { placeOfStep } from './first-ride-places.ts'
import { STATUS_TONES } from './tones.ts'

/** Weeks whose statements the record shows. */
const WEEKS_SHOWN = 8

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now }) => {
  const { nif, ...driver } = await getDriver(params.id)
  // A merged record goes on in the other one; a removed one leads to the page that restores it.
  if (driver.mergedInto)
    throw redirect(sameLanguage(request, href('/admin/drivers/:id', { id: driver.mergedInto })), 302)
  if (driver.removedAt) throw redirect(sameLanguage(request, href('/admin/drivers/:id/removal', params)), 302)
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const [row, steps, merges, past, account, contract, work] = await Promise.all([
    getDriverRow(driver.id, now),
    readFirstRide(driver.id, now),
    listMerges(driver.id),
    listPastFigures(weekAt(now), WEEKS_SHOWN, undefined, driver.id),
    getCurrentAccount(driver.id, today),
    findContractInProgress(driver.id),
    listWeeksOf(driver.id, now),
  ])
  const waiting = contract === null ? await findOldestPreparation(driver.id) : null
  const statements = (past.get(driver.id) ?? []).map(({ week, net }) => ({ week, net, name: weekName(week) }))
  return {
    driver: { ...driver, maskedNif: nif && maskNif(nif) },
    row,
    steps,
    contract: contract === null ? newContract(driver, row.regime, waiting) : `/admin/contracts/${contract}`,
    merges,
    statements,
    work,
    balance: account.balance,
  }
})

/**
 * The page that writes a contract: the one in preparation, else the one for the driver's regime; without terms, that page asks which
 * kind.
 */
function newContract(
  { id, language }: { id: string; language: string },
  regime: string | null,
  waiting: { kind: string; language: string } | null,
): string {
  const applied = APPLIED_REGIMES.find((appliedRegime) => appliedRegime === regime)
  const { kind, language: written } = waiting ?? { kind: applied && contractKindOf(applied), language }
  return `/admin/contracts/new?${new URLSearchParams({ driver: id, ...(kind ? { kind, language: written } : {}) })}`
}

type Shown = Route.ComponentProps['loaderData']

/** The most wanted facts of a driver first, then what is missing, then the fields of the record. */
export default function DriverRecordScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { driver, row, steps, contract, merges, statements, work } = loaderData
  const base = `/admin/drivers/${driver.id}`
  const isNew = statements.length === 0
  const shownSteps = isNew ? steps : steps.filter(({ step }) => OF_EVERY_WEEK.has(step))
  const missing = row.status === 'inactive' ? [] : shownSteps.filter(({ state }) => state !== 'done')
  return (
    <Page>
      <Summary shown={loaderData} missing={missing.length} />
      {row.status === 'suspended' ? <Suspended base={base} plates={row.plate} /> : null}
      {missing.length > 0 ? (
        <Missing steps={steps} missing={missing} base={base} contract={contract} isNew={isNew} iban={row.iban} />
      ) : null}
      {driver.nifValid ? null : <Notice tone="warn">{t('page.fleet.driver.nifWrong')}</Notice>}
      <SideBySide>
        <Card
          title={t('page.fleet.driver.tabs.record')}
          acts={<LinkButton to={`${base}/edit`}>{t('page.fleet.driver.edit')}</LinkButton>}
        >
          <Written driver={driver} />
        </Card>
        {statements.length > 0 ? (
          <Statements statements={statements} base={base} id={driver.id} of={driver.name} />
        ) : null}
      </SideBySide>
      <WorkFigures
        weeks={work}
        names={OF_WORK}
        to={`/admin/kpis/drivers/${driver.id}`}
        words={t('page.kpis.opened.figures')}
      />
      {merges.length > 0 ? <Received merges={merges} /> : null}
      <Section title={t('page.merges.more')}>
        <Actions>
          <LinkButton to={`${base}/merge`}>{t('page.merges.link')}</LinkButton>
          <LinkButton to={`${base}/personal-data`}>{t('page.personalData.office.link')}</LinkButton>
          <LinkButton to={`${base}/removal`} kind="text">
            {t('page.merges.removeLink')}
          </LinkButton>
        </Actions>
      </Section>
    </Page>
  )
}

const OF_WORK = ['perHour', 'minutes', 'acceptance', 'rating'] as const satisfies readonly FigureName[]

/** Whether the driver can be settled, the car, the last net, and who owes what. */
function Summary({ shown: { driver, row, statements, balance }, missing }: { shown: Shown; missing: number }) {
  const t = useT()
  const base = `/admin/drivers/${driver.id}`
  const last = statements.at(-1)
  const nets = statements.map(({ net }) => net)
  return (
    <Figures boxed>
      <Figure
        name={t('page.fleet.driver.state')}
        text
        note={missing > 0 ? t('page.fleet.driver.lacks', { count: missing }) : t('page.fleet.driver.complete')}
      >
        <State tone={missing > 0 ? 'warn' : (STATUS_TONES[driver.status] ?? 'info')}>
          {t.find(`page.fleet.status.${driver.status}`)}
        </State>
      </Figure>
      <Figure name={t('page.fleet.driver.car')} text note={row.regime && t.find(`page.fleet.regimes.${row.regime}`)}>
        <Link to={`${base}/cars`}>
          {row.plate ? row.plate.split(' ').map(showPlate).join(', ') : t('page.fleet.driver.noCar')}
        </Link>
      </Figure>
      <Figure
        name={t('page.fleet.driver.lastNet')}
        text={!last}
        drawn={last ? <SmallLine values={nets} label={t('page.fleet.driver.statements')} /> : null}
        note={
          last ? (
            <Link to={`/admin/weekly/${last.name}/${driver.id}`}>{formatWeekNumber(last.week, t.language)}</Link>
          ) : null
        }
      >
        {last ? <Money cents={last.net} owed /> : t('page.fleet.driver.noNet')}
      </Figure>
      <Figure
        name={t('page.fleet.driver.balance')}
        note={t(`page.fleet.driver.${balance > 0 ? 'toDriver' : balance < 0 ? 'toCompany' : 'nothingOpen'}`)}
      >
        <Link to={`${base}/account`}>
          <Money cents={balance} owed />
        </Link>
      </Figure>
    </Figures>
  )
}

/** The ways on from a suspension: the car comes back, the driver does, or leaves for good. */
function Suspended({ base, plates }: { base: string; plates: string | null }) {
  const t = useT()
  return (
    <Notice tone="warn" title={t('page.fleet.driver.suspended.title')}>
      {plates ? (
        <p>
          {t('page.fleet.driver.suspended.car', { plate: plates.split(' ').map(showPlate).join(', ') })}{' '}
          <Link to={`${base}/cars`}>{t('page.fleet.driver.suspended.toCar')}</Link>
        </p>
      ) : null}
      <Actions>
        <LinkButton to={`${base}/edit`}>{t('page.fleet.driver.suspended.end')}</LinkButton>
        <LinkButton to={`${base}/departure`} kind="text">
          {t('page.fleet.driver.suspended.leave')}
        </LinkButton>
      </Actions>
    </Notice>
  )
}

/** What a driver needs for every week; the other steps matter only until the first ride. */
const OF_EVERY_WEEK: ReadonlySet<FirstRideStep> = new Set(['iban', 'terms', 'papers', 'platforms'])

type MissingProps = {
  steps: FirstRide
  missing: FirstRide
  base: string
  /** The address where the contract is written, or is in preparation. */
  contract: string
  isNew: boolean
  iban: string
}

/** What is missing for a first ride, or for a driver's pay, each with a link to the place that fixes it. */
function Missing({ steps, missing, base, contract, isNew, iban }: MissingProps) {
  const t = useT()
  const done = t('page.firstRide.done', { done: steps.length - missing.length, count: steps.length })
  return (
    <Section title={t(isNew ? 'page.firstRide.title' : 'page.fleet.driver.missing')} aside={isNew ? done : null}>
      <Items>
        {missing.map(({ step, state }) => (
          <Item
            key={step}
            mark={<Dot tone={state === 'waits' ? 'info' : 'warn'} />}
            aside={
              state === 'waits' || state === 'yours' ? (
                <State tone="info">{t(`page.firstRide.state.${state}`)}</State>
              ) : null
            }
            title={t(
              step === 'iban' && iban === 'invalid' ? 'page.fleet.driver.invalidIban' : `page.firstRide.office.${step}`,
            )}
            acts={
              <LinkButton
                to={step === 'contract' ? contract : placeOfStep(step, base)}
                aria-label={t('page.firstRide.solveNamed', { what: t(`page.firstRide.office.${step}`) })}
              >
                {t('page.fleet.driver.solve')}
              </LinkButton>
            }
          />
        ))}
      </Items>
    </Section>
  )
}

/** The fields of the record; empty ones are left out. */
function Written({ driver }: { driver: Shown['driver'] }) {
  const t = useT()
  const day = (iso: string | null) => iso && formatDayShort(iso, t.language)
  const facts = [
    [t('page.fleet.driver.email'), driver.email],
    [t('page.fleet.driver.phone'), driver.phone],
    [t('page.fleet.driver.ref'), driver.ref],
    [t('page.fleet.driver.language'), t.find(`page.fleet.driver.languages.${driver.language}`)],
    [t('page.fleet.driver.address'), driver.address],
    [t('page.fleet.driver.bornOn'), day(driver.bornOn)],
    [t('page.fleet.driver.startedOn'), day(driver.startedOn)],
    [t('page.fleet.driver.endedOn'), day(driver.endedOn)],
    [t('page.fleet.driver.account'), driver.account],
    [t('page.fleet.driver.notes'), driver.notes],
  ] as const
  return (
    <Facts>
      {driver.maskedNif ? (
        <Fact name={t('page.fleet.driver.nif')}>
          {driver.maskedNif}{' '}
          <LinkButton to={`/admin/sealed/number/nif/${driver.id}`} kind="text">
            {t('page.sealed.ofNif')}
          </LinkButton>
        </Fact>
      ) : null}
      {facts.map(([name, value]) =>
        value ? (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ) : null,
      )}
    </Facts>
  )
}

/** The last weeks, as a line and one by one. */
function Statements({
  statements,
  base,
  id,
  of,
}: Pick<Shown, 'statements'> & { base: string; id: string; of: string }) {
  const t = useT()
  return (
    <Card
      title={t('page.fleet.driver.statements')}
      flush
      acts={
        <LinkButton to={`${base}/account`} kind="text">
          {t('page.fleet.driver.allStatements')}
        </LinkButton>
      }
    >
      <Table
        caption={t('page.fleet.driver.statementsOf', { name: of })}
        rows={statements.toReversed()}
        rowKey={({ week }) => week}
        href={({ name }) => `/admin/weekly/${name}/${id}`}
        columns={columns(t)}
      />
    </Card>
  )
}

function columns(t: Translator): Column<Shown['statements'][number]>[] {
  return [
    {
      head: t('page.overview.figures.week'),
      cell: ({ week }) => (
        <>
          <WeekName week={week} part="number" />{' '}
          <small>
            <WeekName week={week} part="days" />
          </small>
        </>
      ),
    },
    {
      head: t('page.week.list.net'),
      number: true,
      cell: ({ net }) => <Money cents={net} look="bare" owed />,
    },
  ]
}

/** The records that were merged into this one, each with what stays in it and a link to undo that. */
function Received({ merges }: { merges: readonly MergeRow[] }) {
  const t = useT()
  return (
    <Section title={t('page.merges.received')}>
      <Bullets>
        {merges.map(({ id, gone, stays, at, reason, undone }) => (
          <li key={id}>
            {undone
              ? t('page.merges.rowUndone', { ...gone, reason: undone.reason })
              : t('page.merges.row', { ...gone, at: formatInstant(at, t.language), reason })}{' '}
            {undone ? null : (
              <>
                <Link to={`/admin/drivers/${gone.id}/account`}>{t('page.merges.oldAccount')}</Link>{' '}
                <Link to={`/admin/drivers/${gone.id}/history`}>{t('page.merges.oldHistory')}</Link>{' '}
                <Link to={`/admin/drivers/${stays.id}/merges/${id}`}>{t('page.merges.rowUndo')}</Link>
              </>
            )}
          </li>
        ))}
      </Bullets>
    </Section>
  )
}
