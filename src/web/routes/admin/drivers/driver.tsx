import { Outlet, useMatches } from 'react-router'
import type { Correctable } from '#domain/correction.ts'
import type { DriverName } from '#domain/driver.ts'
import type { FirstRideStep } from '#domain/first-ride.ts'
import { readRecordId } from '#domain/record-id.ts'
import { weekAt } from '#domain/week.ts'
import { listOpenCorrectionsOf } from '#features/fleet/corrections/queries.server.ts'
import { getDriverRow } from '#features/fleet/drivers/queries.server.ts'
import { findMergedInto } from '#features/fleet/merges/queries.server.ts'
import { readFirstRide } from '#features/papers/readiness/queries.server.ts'
import { listPastFigures } from '#features/settlements/frozen-settlements/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { useRecordParts } from '#web/parts/record-parts.ts'
import { ClosedRecord } from '#web/place-power.ts'
import { shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { Links } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/driver.ts'
import { placeOfStep } from './first-ride-places.ts'
import { STATUS_TONES } from './tones.ts'

export const loader = shows(async ({ params, url }: Route.LoaderArgs, { now }) => {
  const [driver, into, asked, left] = await Promise.all([
    getDriverRow(params.id, now),
    findMergedInto(params.id),
    listOpenCorrectionsOf(params.id),
    url.searchParams.has('done') ? stepsLeft(params.id, now) : null,
  ])
  return { ...driver, into, asked, left: driver.gone ? null : left }
})

/** Weeks looked at: a driver with a statement in one of them drives already. */
const WEEKS_LOOKED_AT = 8

/** The steps left until the first ride, in their order; `null` for a driver who has driven already. */
async function stepsLeft(id: string, now: Temporal.Instant): Promise<FirstRideStep[] | null> {
  const [steps, past] = await Promise.all([
    readFirstRide(id, now),
    listPastFigures(weekAt(now), WEEKS_LOOKED_AT, undefined, readRecordId(id)),
  ])
  return past.size > 0 ? null : steps.flatMap(({ step, state }) => (state === 'done' ? [] : [step]))
}

const TABS = ['terms', 'platforms', 'iban', 'cars', 'adjustments', 'account', 'access'] as const

/** The head of a driver's record, and tabs to its parts, each with an address. */
export default function DriverScreen({ loaderData: driver }: Route.ComponentProps) {
  const t = useT()
  const base = `/admin/drivers/${driver.id}`
  const page = useMatches().at(-1)?.id ?? ''
  const restores = page.endsWith('drivers/remove-driver')
  const parts = useRecordParts(base, [
    { path: '', label: t('page.fleet.driver.tabs.record') },
    ...TABS.map((path) => ({ path, label: t(`page.fleet.driver.tabs.${path}`) })),
    { path: 'papers', label: t('page.papers.tab') },
    { path: 'times', label: t('page.times.tab') },
    { path: 'contracts', label: t('page.contracts.ofDriver.tab') },
    { path: 'messages', label: t('page.mail.ofDriver.tab') },
    { path: 'departure', label: t('page.departures.tab') },
    { path: 'history', label: t('page.fleet.driver.tabs.history') },
  ])
  return (
    <>
      <PageHead
        title={driver.name}
        part={parts.find(({ current }) => current)?.label}
        detail={driver.ref}
        subtitle={
          driver.gone ? (
            <State tone="todo">{t(`page.fleet.drivers.gone.${driver.gone}`)}</State>
          ) : (
            <State tone={STATUS_TONES[driver.status] ?? 'info'}>{t.find(`page.fleet.status.${driver.status}`)}</State>
          )
        }
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
      />
      <Tabs label={t('page.fleet.driver.views')} tabs={parts} />
      <Stack>
        <DoneNote />
        {driver.left !== null && driver.left.length > 0 && !parts[0]?.current ? (
          <NextStep base={base} left={driver.left} />
        ) : null}
        {driver.asked.length > 0 ? <Asked requests={driver.asked} /> : null}
        {driver.into ? <MergedInto into={driver.into} /> : null}
        {driver.gone === 'removed' && !restores ? <RemovedRecord base={base} /> : null}
        <ClosedRecord value={driver.gone && !restores ? `page.merges.closed.${driver.gone}` : null}>
          <Outlet />
        </ClosedRecord>
      </Stack>
    </>
  )
}

/** After a part of the record was filled in: the steps left until the first ride, and the next one. */
function NextStep({ base, left }: { base: string; left: readonly FirstRideStep[] }) {
  const t = useT()
  const next = left.find((step) => step !== 'contract')
  return (
    <Links>
      <Link to={base}>{t('page.firstRide.left', { count: left.length })}</Link>
      {next ? (
        <Link to={placeOfStep(next, base)}>
          {t('page.firstRide.next', { what: t(`page.firstRide.office.${next}`) })}
        </Link>
      ) : null}
    </Links>
  )
}

/** Errors that the driver reports here: each links to its request, which is answered once the error is corrected. */
function Asked({ requests }: { requests: readonly { id: string; field: Correctable }[] }) {
  const t = useT()
  return (
    <Notice tone="info" title={t('page.corrections.office.waiting', { count: requests.length })}>
      <Links>
        {requests.map(({ id, field }) => (
          <Link key={id} to={`/admin/drivers/corrections/${id}`}>
            {t('page.corrections.office.answerOne', { field: t(`page.corrections.fields.${field}`) })}
          </Link>
        ))}
      </Links>
    </Notice>
  )
}

/** A merged record shows its old content; everything new belongs to the other record. */
function MergedInto({ into: { id, name, ref } }: { into: DriverName }) {
  const t = useT()
  return (
    <Notice tone="info">
      <p>{t('page.merges.goneInto', { name, ref })}</p>
      <p>
        <Link to={`/admin/drivers/${id}`}>{t('page.merges.openStays')}</Link>
      </p>
    </Notice>
  )
}

/** A removed record shows its old content; nothing can be added until it is restored. */
function RemovedRecord({ base }: { base: string }) {
  const t = useT()
  return (
    <Notice tone="info" title={t('page.merges.removal.away')}>
      <p>
        <ActLink to={`${base}/removal`}>{t('page.merges.removal.toRestore')}</ActLink>
      </p>
    </Notice>
  )
}
