import type { ReactNode } from 'react'
import { hasLostLetters } from '#domain/candidate.ts'
import { isSameName } from '#domain/driver-list.ts'
import { showPlate } from '#domain/identifiers.ts'
import { sum } from '#domain/money.ts'
import type { CarTrips, NewName, Newcomers } from '#features/roster/newcomers/queries.server.ts'
import { limitsOf } from '#forms/record.ts'
import { driverRecord } from '#features/fleet/drivers/schema.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { lineLink } from '#web/parts/line-link.ts'
import { Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { useField } from '#web/ui/field-frame.tsx'
import { CheckboxField, type Option, SelectField, TextField } from '#web/ui/fields.tsx'
import { Bullets, Words } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type Driver = Newcomers['drivers'][number]
type Vehicle = Newcomers['vehicles'][number]
type Fleet = readonly { id: string; ref: string; name: string }[]

/** Every driver that the files know, a line each; those that somebody must check come first. */
export function NewDrivers({ drivers, fleet }: { drivers: readonly Driver[]; fleet: Fleet }) {
  const t = useT()
  const asks = (driver: Driver) => notesOn(driver, t).length > 0
  const columns = driverColumns({ drivers, fleet }, t)
  return (
    <Table
      caption={t('page.newcomers.caption.drivers')}
      columns={drivers.some(asks) ? columns : columns.filter(({ head }) => head !== t('page.newcomers.heads.look'))}
      rows={questionsFirst(drivers, asks)}
      rowKey={({ id }) => id}
      {...groupedBy(drivers, asks, t)}
    />
  )
}

/** Every car that the files know by its plate, a line each. */
export function NewVehicles({
  vehicles,
  drivers,
  fleet,
}: {
  vehicles: readonly Vehicle[]
  drivers: readonly Driver[]
  fleet: Fleet
}) {
  const t = useT()
  const asks = (vehicle: Vehicle) => noteOnCar(vehicle, t) !== null
  const columns = carColumns({ drivers, fleet }, t)
  return (
    <Table
      caption={t('page.newcomers.caption.vehicles')}
      columns={vehicles.some(asks) ? columns : columns.filter(({ head }) => head !== t('page.newcomers.heads.look'))}
      rows={questionsFirst(vehicles, asks)}
      rowKey={({ id }) => id}
      {...groupedBy(vehicles, asks, t)}
    />
  )
}

function driverColumns(
  { drivers, fleet }: { drivers: readonly Driver[]; fleet: Fleet },
  t: Translator,
): Column<Driver>[] {
  const asks = (driver: Driver) => notesOn(driver, t).length > 0
  return [
    {
      head: t('page.newcomers.heads.driver'),
      wraps: true,
      cell: ({ id, parts, isIdle, namesakes }) => (
        <CheckboxField
          name={`driver-${id}`}
          label={t('page.newcomers.create', { name: fileName(parts.flat()) })}
          defaultChecked={!isIdle && namesakes.length === 0}
        />
      ),
    },
    { head: t('page.newcomers.heads.from'), id: 'from', cell: ({ parts }) => sumOf(parts.flat(), t) },
    {
      head: t('page.newcomers.heads.name'),
      wraps: true,
      cell: ({ id, name, parts }) => (
        <TextField
          name={`name-${id}`}
          label={t('page.newcomers.nameOf', { name: fileName(parts.flat()) })}
          quiet
          defaultValue={name}
          {...limitsOf(driverRecord.fields.name)}
          autoComplete="off"
        />
      ),
    },
    {
      head: t('page.newcomers.heads.look'),
      wraps: true,
      cell: (driver) =>
        asks(driver) ? (
          <Stack>
            <Notes notes={notesOn(driver, t)} />
            <SameField driver={driver} drivers={drivers} fleet={fleet} quiet />
          </Stack>
        ) : null,
    },
    {
      head: t('page.newcomers.heads.more'),
      quiet: true,
      cell: (driver) => (
        <DriverMore driver={driver}>
          {asks(driver) ? null : <SameField driver={driver} drivers={drivers} fleet={fleet} />}
        </DriverMore>
      ),
    },
  ]
}

function carColumns(
  { drivers, fleet }: { drivers: readonly Driver[]; fleet: Fleet },
  t: Translator,
): Column<Vehicle>[] {
  return [
    {
      head: t('page.newcomers.heads.vehicle'),
      wraps: true,
      cell: ({ id, plate }) => (
        <CheckboxField
          name={`vehicle-${id}`}
          label={t('page.newcomers.create', { name: showPlate(plate) })}
          defaultChecked
        />
      ),
    },
    { head: t('page.newcomers.heads.from'), cell: ({ parts }) => sumOf(parts, t) },
    {
      head: t('page.newcomers.heads.holder'),
      wraps: true,
      cell: (vehicle) => <HolderField vehicle={vehicle} drivers={drivers} fleet={fleet} />,
    },
    {
      head: t('page.newcomers.heads.look'),
      wraps: true,
      cell: (vehicle) => noteOnCar(vehicle, t),
    },
    { head: t('page.newcomers.heads.more'), quiet: true, cell: (vehicle) => <VehicleMore vehicle={vehicle} /> },
  ]
}

function questionsFirst<One>(all: readonly One[], asks: (item: One) => boolean): One[] {
  return [...all.filter(asks), ...all.filter((item) => !asks(item))]
}

/** Two groups, if some need a check and others do not. */
function groupedBy<One>(all: readonly One[], asks: (item: One) => boolean, t: Translator) {
  if (!all.some(asks) || all.every(asks)) return {}
  return {
    group: (item: One) => {
      const id = asks(item) ? 'look' : 'clear'
      return { id, head: t(`page.newcomers.groups.${id}`) }
    },
  }
}

function ofFleet(fleet: Fleet, t: Translator): Option[] {
  return fleet.map(({ id, ref, name }) => ({
    value: `driver:${id}`,
    label: `${name} · ${ref}`,
    group: t('page.newcomers.ofFleet'),
  }))
}

/** The drivers of the list to choose from; of two with one name, what the files say of each tells them apart. */
export function ofList(drivers: readonly Pick<Driver, 'id' | 'name' | 'parts'>[], t: Translator): Option[] {
  return drivers.map(({ id, name, parts }) => {
    const isShared = drivers.some((other) => other.id !== id && isSameName(other.name, name))
    return { value: `new:${id}`, label: isShared ? `${name} · ${sumOf(parts.flat(), t)}` : name }
  })
}

function fileName(parts: readonly NewName[]): string {
  return parts[0]?.label ?? ''
}

/** The sources that know somebody, and the sum of their rows. */
function sumOf(parts: readonly NewName[], t: Translator): string {
  const sources = [...new Set(parts.map(({ source }) => t(`page.week.sourceNames.${source}`)))].join(', ')
  const trips = parts.filter(({ areTrips }) => areTrips).reduce((all, { count }) => all + count, 0)
  const money = parts.filter(({ areTrips }) => !areTrips)
  const amount =
    money.length > 0
      ? formatMoney(sum(money.map(({ total }) => total)), t.language)
      : t('page.newcomers.trips', { count: trips })
  return t('page.newcomers.sum', { sources, amount })
}

/** Points to check before this person is created. */
function notesOn({ name, parts, alike, isIdle, namesakes }: Driver, t: Translator): string[] {
  const [one, other] = parts.map(([first]) => first?.label ?? '')
  const isJoined = one !== undefined && other !== undefined && !isSameName(one, other)
  return [
    isIdle ? t('page.newcomers.idle') : null,
    hasLostLetters(name) ? t('page.newcomers.lost') : null,
    isJoined ? t('page.newcomers.byName', { names: [one, other].join(' · ') }) : null,
    namesakes.length > 0
      ? t('page.newcomers.ofFleetAlready', { refs: namesakes.map(({ ref }) => ref).join(', '), name })
      : alike
        ? isSameName(alike, name)
          ? t('page.newcomers.namesake')
          : t('page.newcomers.alike', { name: alike })
        : null,
  ].filter((note) => note !== null)
}

function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <Words key={note} look="small">
      {note}
    </Words>
  ))
}

type SameProps = { driver: Driver; drivers: readonly Driver[]; fleet: Fleet; quiet?: boolean }

/** Choice for a driver: somebody new, or the same person as another one of the list or of the fleet. */
function SameField({ driver: { id, name }, drivers, fleet, quiet = false }: SameProps) {
  const t = useT()
  const others = ofList(drivers, t)
    .filter(({ value }) => value !== `new:${id}`)
    .map((other) => ({ ...other, group: t('page.newcomers.ofList') }))
  return (
    <SelectField
      name={`same-${id}`}
      label={t('page.newcomers.same', { name })}
      quiet={quiet}
      empty={t('page.newcomers.other')}
      options={[...others, ...ofFleet(fleet, t)]}
    />
  )
}

/** E-mail, phone, whether two names are one person, and the lines of the files; open if something here was refused. */
function DriverMore({ driver: { id, email, phone, parts }, children }: { driver: Driver; children: ReactNode }) {
  const t = useT()
  const [ofEmail, ofPhone] = [useField(`email-${id}`, undefined, null), useField(`phone-${id}`, undefined, null)]
  return (
    <Disclosure
      level="line"
      summary={t('page.newcomers.contacts')}
      open={ofEmail.errors.length + ofPhone.errors.length > 0}
    >
      <Stack>
        {children}
        <TextField
          name={`email-${id}`}
          type="email"
          label={t('page.newcomers.email')}
          defaultValue={email}
          autoComplete="off"
        />
        <TextField
          name={`phone-${id}`}
          type="tel"
          label={t('page.newcomers.phone')}
          defaultValue={phone}
          autoComplete="off"
        />
        {parts.length > 1 ? <CheckboxField name={`apart-${id}`} label={t('page.newcomers.apart')} /> : null}
        <Rows parts={parts.flat()} />
      </Stack>
    </Disclosure>
  )
}

function HolderField({ vehicle, drivers, fleet }: { vehicle: Vehicle; drivers: readonly Driver[]; fleet: Fleet }) {
  const t = useT()
  const { id, plate, parts, holder, trips } = vehicle
  const [week = ''] = parts.map((part) => part.week).toSorted()
  return (
    <SelectField
      name={`holder-${id}`}
      label={t('page.newcomers.holder', { plate: showPlate(plate), number: weekNumber(week) })}
      quiet
      empty={t('page.newcomers.nobody')}
      defaultValue={holder?.id ?? ''}
      options={[
        ...(trips?.is === 'clear' ? [{ value: trips.id, label: t('page.newcomers.asTrips') }] : []),
        ...ofList(drivers, t),
        ...ofFleet(fleet, t),
      ]}
    />
  )
}

/** What a card or trips say about who has a car, if somebody should check it. */
function noteOnCar({ holder, trips }: Vehicle, t: Translator): string | null {
  if (trips?.is === 'stranger') return t('page.newcomers.stranger', trips)
  if (trips?.is === 'contradicted') {
    const [one, other] = trips.names
    return t('page.newcomers.contradicted', { one, other, at: formatInstant(trips.at, t.language) })
  }
  return holder?.because.by === 'card' ? t('page.newcomers.heldByCard', { label: holder.because.label }) : null
}

/** The plate to correct, who had the car when, and the lines of the files. */
function VehicleMore({ vehicle: { id, plate, parts, trips } }: { vehicle: Vehicle }) {
  const t = useT()
  const { errors } = useField(`plate-${id}`, undefined, null)
  return (
    <Disclosure level="line" summary={t('page.newcomers.lines')} open={errors.length > 0}>
      <Stack>
        <TextField
          name={`plate-${id}`}
          label={t('page.newcomers.plate')}
          defaultValue={showPlate(plate)}
          {...limitsOf(vehicleRecord.fields.plate)}
          autoComplete="off"
        />
        {trips?.is === 'clear' ? <Trips held={trips.held} /> : null}
        <Rows parts={parts} />
      </Stack>
    </Disclosure>
  )
}

/** Who had a car when, as its trips say. */
function Trips({ held }: { held: Extract<CarTrips, { is: 'clear' }>['held'] }) {
  const t = useT()
  return (
    <>
      <p>{t(held.length > 1 ? 'page.newcomers.tripsOfSeveral' : 'page.newcomers.tripsOfOne')}</p>
      <Bullets>
        {held.map(({ name, from, to }) => (
          <li key={from}>
            {to === null
              ? t('page.newcomers.heldFrom', { name, from: formatInstant(from, t.language) })
              : t('page.newcomers.heldBetween', {
                  name,
                  from: formatInstant(from, t.language),
                  to: formatInstant(to, t.language),
                })}
          </li>
        ))}
      </Bullets>
    </>
  )
}

/** Each name with its place in the files, and the sum of its rows. */
function Rows({ parts }: { parts: readonly NewName[] }) {
  const t = useT()
  return (
    <Bullets>
      {parts.map(({ row, source, count, total, line, areTrips }) => (
        <li key={row}>
          <Link to={lineLink(line)}>
            {t('page.newcomers.from', {
              source: t(`page.week.sourceNames.${source}`),
              file: line.file,
              line: line.line,
              rows: areTrips
                ? t('page.newcomers.trips', { count })
                : t('page.newcomers.rows', { count, amount: formatMoney(total, t.language) }),
            })}
          </Link>
        </li>
      ))}
    </Bullets>
  )
}
