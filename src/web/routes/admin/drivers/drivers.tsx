import { DRIVER_STATUSES } from '#domain/driver.ts'
import { showPlate } from '#domain/identifiers.ts'
import { type DriverRow, listDrivers, listGoneDrivers, nifIndexOf } from '#features/fleet/drivers/queries.server.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { PAGE_SIZE, arrange, isMatch, readListView } from '#web/parts/list-view.ts'
import { SortLink } from '#web/parts/sort-link.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/drivers.ts'
import { IBAN_TONES, STATUS_TONES } from './tones.ts'

/** Of the records in the fleet; those that were merged away or removed have a view of their own. */
const VIEWS: Readonly<Record<string, (driver: DriverRow) => boolean>> = {
  '': () => true,
  ...Object.fromEntries(DRIVER_STATUSES.map((status) => [status, (driver: DriverRow) => driver.status === status])),
  unpayable: ({ iban, status }) => iban !== 'ready' && status !== 'inactive',
  termless: ({ regime, status }) => regime === null && status !== 'inactive',
  keyless: ({ platforms, status }) => platforms.length === 0 && (status === 'active' || status === 'suspended'),
}

const ORDERS: Readonly<Record<string, (driver: DriverRow) => string>> = {
  name: ({ name }) => name,
  ref: ({ ref }) => ref,
  regime: ({ regime }) => regime ?? '',
  car: ({ plate }) => plate ?? '~',
  iban: ({ iban }) => iban,
}

export const loader = shows(async ({ request }: Route.LoaderArgs, { now }) => {
  const [all, gone] = await Promise.all([listDrivers(now), listGoneDrivers(now)])
  const view = readListView(new URL(request.url), 'name')
  const wanted = nifIndexOf(view.q.replaceAll(/\D/g, '') || null)
  const asked = ({ name, ref, plate, email, phone, nifIndex }: DriverRow) =>
    isMatch(view.q, [name, ref, plate, email, phone]) || (nifIndex !== null && nifIndex === wanted)
  const [found, foundGone] = [all.filter(asked), gone.filter(asked)]
  const counts: Record<string, number> = {
    ...Object.fromEntries(Object.entries(VIEWS).map(([name, holds]) => [name, found.filter(holds).length])),
    gone: foundGone.length,
  }
  const seen = view.view === 'gone' ? foundGone : found.filter(VIEWS[view.view] ?? VIEWS['']!)
  return { ...arrange(seen, view, ORDERS), view, counts, total: all.length, isEmpty: all.length + gone.length === 0 }
})

export default function DriversScreen({
  loaderData: { rows, count, page, view, counts, total, isEmpty },
}: Route.ComponentProps) {
  const t = useT()
  const create = (
    <>
      <LinkButton to="/admin/drivers/leavers">{t('page.departures.list.link')}</LinkButton>
      <LinkButton to="/admin/recruitment">{t('page.recruitment.title')}</LinkButton>
      {total > 0 ? <LinkButton to="/admin/drivers/invitations">{t('page.account.inviteAll.link')}</LinkButton> : null}
      <LinkButton to="/admin/drivers/list">{t('page.driverList.link')}</LinkButton>
      <LinkButton to="/admin/drivers/new" kind="primary" icon="plus">
        {t('page.fleet.drivers.create')}
      </LinkButton>
    </>
  )
  if (isEmpty) {
    return (
      <>
        <PageHead title={t('page.fleet.drivers.title')} />
        <EmptyState title={t('page.fleet.drivers.empty')} action={create}>
          {t('page.fleet.drivers.emptyText')}
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHead title={t('page.fleet.drivers.title')} detail={formatNumber(total, t.language)} actions={create} />
      <Stack>
        <DoneNote />
        <SearchField label={t('page.fleet.drivers.search')}>
          {view.view ? <input type="hidden" name="view" value={view.view} /> : null}
        </SearchField>
        <Tabs
          look="pills"
          label={t('page.fleet.drivers.views')}
          tabs={[...Object.keys(VIEWS), 'gone']
            .filter((name) => name === '' || name === view.view || (counts[name] ?? 0) > 0)
            .map((name) => ({
              to: addressOf(name, view.q),
              label: t(VIEW_WORDS[name] ?? 'page.fleet.drivers.all'),
              count: counts[name]!,
              current: view.view === name,
            }))}
        />
        <Table
          caption={t('page.fleet.drivers.caption')}
          columns={columns(t, view.sort)}
          rows={rows}
          rowKey={({ id }) => id}
          href={({ id }) => `/admin/drivers/${id}`}
          empty={
            <EmptyState
              title={t('page.fleet.drivers.nothing')}
              action={<LinkButton to="/admin/drivers">{t('page.fleet.drivers.showAll')}</LinkButton>}
            />
          }
        />
        <Pagination page={page} size={PAGE_SIZE} count={count} />
      </Stack>
    </>
  )
}

const VIEW_WORDS: Readonly<Record<string, MessageKey>> = {
  '': 'page.fleet.drivers.all',
  pending: 'page.fleet.drivers.those.pending',
  active: 'page.fleet.drivers.those.active',
  suspended: 'page.fleet.drivers.those.suspended',
  inactive: 'page.fleet.drivers.those.inactive',
  unpayable: 'page.fleet.drivers.unpayable',
  termless: 'page.fleet.drivers.termless',
  keyless: 'page.fleet.drivers.keyless',
  gone: 'page.fleet.drivers.goneOnes',
}

function addressOf(view: string, q: string): string {
  const query = new URLSearchParams({ ...(q ? { q } : {}), ...(view ? { view } : {}) })
  return query.size > 0 ? `/admin/drivers?${query}` : '/admin/drivers'
}

function columns(t: ReturnType<typeof useT>, sort: { by: string; descending: boolean }): Column<DriverRow>[] {
  const head = (by: 'name' | 'ref' | 'regime' | 'car' | 'iban') => (
    <SortLink by={by} current={sort}>
      {t(`page.fleet.drivers.columns.${by}`)}
    </SortLink>
  )
  return [
    {
      head: head('name'),
      cell: ({ name, status, gone }) =>
        gone ? (
          <>
            {name} <State tone="todo">{t(`page.fleet.drivers.gone.${gone}`)}</State>
          </>
        ) : status === 'active' ? (
          name
        ) : (
          <>
            {name} <State tone={STATUS_TONES[status] ?? 'info'}>{t.find(`page.fleet.status.${status}`)}</State>
          </>
        ),
    },
    { head: head('ref'), cell: ({ ref }) => ref, wideOnly: true },
    {
      head: head('regime'),
      cell: ({ regime }) =>
        regime === null ? (
          <State tone="warn">{t('page.fleet.drivers.noTerms')}</State>
        ) : (
          t.find(`page.fleet.regimes.${regime}`)
        ),
    },
    {
      head: head('car'),
      cell: ({ plate }) =>
        plate === null ? t('page.fleet.drivers.noCar') : plate.split(' ').map(showPlate).join(', '),
    },
    {
      wideOnly: true,
      head: t('page.fleet.drivers.columns.platforms'),
      cell: ({ platforms }) =>
        platforms.map((source) => t.find(`page.fleet.sources.${source}`)).join(', ') ||
        t('page.fleet.drivers.noPlatform'),
    },
    {
      head: head('iban'),
      cell: ({ iban }) => <State tone={IBAN_TONES[iban]}>{t(`page.fleet.drivers.ibanStates.${iban}`)}</State>,
    },
    {
      head: t('page.fleet.drivers.columns.phone'),
      cell: ({ phone }) => (phone ? <a href={`tel:${phone}`}>{phone}</a> : null),
      wideOnly: true,
    },
  ]
}
