import { hasPower } from '#domain/access.ts'
import { listDevices } from '#features/positions/devices/queries.server.ts'
import type { Device } from '#features/positions/devices/schema.ts'
import { listHolds, listNotified, readSettings } from '#features/positions/rules/queries.server.ts'
import type { Hold, PositionSettings } from '#features/positions/rules/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDay, formatInstant } from '#messages/dates.ts'
import { driversApart, namesApart } from '#domain/driver.ts'
import { showPlate } from '#domain/identifiers.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Bullets, Links, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/positions.ts'

const BASE = '/admin/data/positions'

export const loader = shows(async ({ context }: Route.LoaderArgs, { now }) => {
  const user = requireUser(context)
  const [settings, devices, drivers, holds] = await Promise.all([
    readSettings(),
    listDevices(now),
    listNotified(now),
    listHolds(now),
  ])
  const mayAdd = hasPower(user, 'operations')
  return {
    settings,
    devices: driversApart(devices),
    drivers: namesApart(drivers),
    holds,
    mayAdd,
    mayRule: hasPower(user, 'house'),
  }
})

/** The recording of positions: what is stored, who was informed, which devices send, and which cars are held. */
export default function PositionsScreen({ loaderData }: Route.ComponentProps) {
  const { settings, devices, drivers, holds, mayAdd, mayRule } = loaderData
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.positions.title')}
        subtitle={t('page.positions.subtitle')}
        back={{ to: '/admin/monitor', label: t('page.positions.back') }}
        actions={
          mayAdd ? (
            <LinkButton to={`${BASE}/devices/new`} kind="primary" icon="plus">
              {t('page.positions.devices.add')}
            </LinkButton>
          ) : null
        }
      />
      <Stack>
        <DoneNote />
        <Card title={t('page.positions.rules')}>
          <Stack>
            <RulesInWords settings={settings} />
            {mayRule ? (
              <Links>
                <ActLink to={`${BASE}/rules`}>{t('page.positions.change')}</ActLink>
                <Link to={`${BASE}/assessment`}>{t('page.assessment.link')}</Link>
              </Links>
            ) : null}
          </Stack>
        </Card>
        <NotifiedDrivers drivers={drivers} mayAdd={mayAdd} />
        <Card title={t('page.positions.devices.title')} flush={devices.length > 0}>
          {devices.length === 0 ? (
            <Words look="soft">{t('page.positions.devices.none')}</Words>
          ) : (
            <Devices devices={devices} />
          )}
        </Card>
        <Card title={t('page.positions.holds.title')}>
          <Holds holds={holds} mayAdd={mayAdd} />
        </Card>
      </Stack>
    </>
  )
}

function RulesInWords({ settings }: { settings: PositionSettings }) {
  const t = useT()
  const { recordsSince, keepsDays, duty, offDuty, asksReason, tellsUnheld, night } = settings
  return (
    <>
      <p>
        <State tone={recordsSince ? 'ok' : 'info'}>
          {recordsSince
            ? t('page.positions.is.on', { day: formatInstant(recordsSince, t.language) })
            : t('page.positions.is.off')}
        </State>
      </p>
      <Bullets>
        <li>
          {t('page.positions.fields.duty')}: {t(`page.positions.duties.${duty}`)}
        </li>
        <li>
          {t('page.positions.fields.offDuty')}: {t(`page.positions.offDuties.${offDuty}`)}
        </li>
        <li>{t('page.positions.is.keeps', { count: keepsDays })}</li>
        <li>{t(`page.positions.is.${asksReason ? 'reasonAsked' : 'reasonFree'}`)}</li>
        <li>{t(`page.positions.is.${tellsUnheld ? 'unheldTold' : 'unheldFree'}`)}</li>
        {night === null ? null : <li>{t('page.positions.is.night', night)}</li>}
      </Bullets>
    </>
  )
}

type DriverRow = Route.ComponentProps['loaderData']['drivers'][number]

function NotifiedDrivers({ drivers, mayAdd }: { drivers: readonly DriverRow[]; mayAdd: boolean }) {
  const t = useT()
  const missing = drivers.filter(({ notifiedAt }) => notifiedAt === null).length
  const words = drivers.length === 0 ? 'none' : missing === 0 ? 'all' : null
  return (
    <Card
      title={t('page.positions.told.title')}
      aside={mayAdd && missing > 0 ? <Link to={`${BASE}/told`}>{t('page.positions.told.note')}</Link> : undefined}
      flush={drivers.length > 0}
    >
      {drivers.length === 0 ? null : (
        <Table
          caption={t('page.positions.told.caption')}
          rows={drivers}
          rowKey={({ id }) => id}
          columns={driverColumns(t)}
        />
      )}
      {words ? <Words look="soft">{t(`page.positions.told.${words}`)}</Words> : null}
    </Card>
  )
}

function Devices({ devices }: { devices: readonly Device[] }) {
  const t = useT()
  return (
    <Table
      caption={t('page.positions.devices.caption')}
      rows={devices}
      rowKey={({ id }) => String(id)}
      columns={deviceColumns(t)}
    />
  )
}

function driverColumns(t: Translator): Column<DriverRow>[] {
  return [
    {
      head: t('page.positions.told.columns.driver'),
      cell: ({ id, name }) => <Link to={`/admin/drivers/${id}`}>{name}</Link>,
    },
    {
      head: t('page.positions.told.columns.how'),
      cell: ({ way }) => (
        <State tone={way === null ? 'todo' : 'ok'}>
          {way === null ? t('page.positions.told.never') : t(`page.positions.told.ways.${way}`)}
        </State>
      ),
    },
    {
      head: t('page.positions.told.columns.when'),
      cell: ({ notifiedAt }) => (notifiedAt ? <Moment at={notifiedAt} /> : null),
    },
  ]
}

function deviceColumns(t: Translator): Column<Device>[] {
  return [
    {
      head: t('page.positions.devices.columns.name'),
      cell: ({ id, name, kind }) => (
        <>
          <Link to={`${BASE}/devices/${id}`}>{name}</Link>
          <Words look="small">{t(`page.positions.devices.kinds.${kind}`)}</Words>
        </>
      ),
    },
    {
      head: t('page.positions.devices.columns.of'),
      cell: ({ car, driver }) =>
        car ? (
          <Link to={`/admin/vehicles/${car.id}`}>{car.plate}</Link>
        ) : driver ? (
          <Link to={`/admin/drivers/${driver.id}`}>{driver.name}</Link>
        ) : null,
    },
    {
      head: t('page.positions.devices.columns.heard'),
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Moment at={lastSeenAt} /> : t('page.positions.devices.never')),
    },
    {
      head: t('page.positions.devices.columns.kept'),
      number: true,
      cell: ({ counts }) => formatNumber(counts['kept'] ?? 0, t.language),
    },
  ]
}

function Holds({ holds, mayAdd }: { holds: readonly Hold[]; mayAdd: boolean }) {
  const t = useT()
  return (
    <Stack>
      {holds.length === 0 ? (
        <Words look="soft">{t('page.positions.holds.none')}</Words>
      ) : (
        <Items>
          {holds.map(({ id, plate, kind, reason, until, by }) => (
            <Item
              key={id}
              title={showPlate(plate)}
              aside={<State tone="todo">{t(`page.positions.holds.kinds.${kind}`)}</State>}
              acts={
                mayAdd ? <ActLink to={`${BASE}/holds/${id}/end`}>{t('page.positions.holds.end')}</ActLink> : undefined
              }
            >
              <Words look="small">
                {reason} · {t('page.positions.holds.until', { day: lastDay(until, t.language), by: by ?? '' })}
              </Words>
            </Item>
          ))}
        </Items>
      )}
      {mayAdd ? (
        <Links>
          <ActLink to={`${BASE}/holds/new`}>{t('page.positions.holds.add')}</ActLink>
        </Links>
      ) : null}
    </Stack>
  )
}

/** The last day of a hold, which ends at midnight. */
function lastDay(until: string, language: 'pt' | 'en'): string {
  const day = Temporal.Instant.from(until).subtract({ hours: 12 }).toZonedDateTimeISO('Europe/Lisbon').toPlainDate()
  return formatDay(day.toString(), language)
}
