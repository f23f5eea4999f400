import { showPlate } from '#domain/identifiers.ts'
import type { CarTrips, Known, Newcomers } from '#features/roster/newcomers/queries.server.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { lineLink } from '#web/parts/line-link.ts'
import { CheckboxField, SelectField, TextField, FieldRow } from '#web/ui/fields.tsx'
import { Item } from '#web/ui/items.tsx'
import { Bullets } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

type DriverProps = { driver: Newcomers['drivers'][number]; drivers: Newcomers['drivers'] }

/** Somebody the files know: ticked to be created, with what they say of them to be corrected. */
export function NewDriver({ driver, drivers }: DriverProps) {
  const t = useT()
  const { id, name, email, phone, parts } = driver
  const isIdle = parts.flat().every((part) => part.isIdle)
  return (
    <Item>
      <CheckboxField
        name={`driver-${id}`}
        label={t('page.newcomers.create', { name })}
        {...(isIdle ? { help: t('page.newcomers.idle') } : {})}
        defaultChecked={!isIdle}
      />
      <FieldRow>
        <TextField
          name={`name-${id}`}
          label={t('page.newcomers.name')}
          defaultValue={name}
          maxLength={140}
          required
          autoComplete="off"
        />
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
        {drivers.length > 1 ? (
          <SelectField
            name={`same-${id}`}
            label={t('page.newcomers.same')}
            empty={t('page.newcomers.other')}
            options={drivers
              .filter((other) => other.id !== id)
              .map((other) => ({ value: other.id, label: other.name }))}
          />
        ) : null}
      </FieldRow>
      <Rows parts={parts.flat()} />
      {parts.length > 1 ? (
        <Notice tone="warn">
          <p>
            {t('page.newcomers.byName', {
              names: parts.map(([first]) => first?.label ?? '').join(' · '),
            })}
          </p>
          <CheckboxField name={`apart-${id}`} label={t('page.newcomers.apart')} />
        </Notice>
      ) : null}
    </Item>
  )
}

type VehicleProps = {
  vehicle: Newcomers['vehicles'][number]
  drivers: Newcomers['drivers']
  fleet: readonly { id: string; name: string }[]
}

/** A car the files know by its plate, and who has it, if the office knows. */
export function NewVehicle({ vehicle, drivers, fleet }: VehicleProps) {
  const t = useT()
  const { id, plate, parts, holder, trips } = vehicle
  const [week = ''] = parts.map((part) => part.week).toSorted()
  return (
    <Item>
      <CheckboxField
        name={`vehicle-${id}`}
        label={t('page.newcomers.create', { name: showPlate(plate) })}
        defaultChecked
      />
      <FieldRow>
        <TextField
          name={`plate-${id}`}
          label={t('page.newcomers.plate')}
          defaultValue={showPlate(plate)}
          maxLength={20}
          required
          autoComplete="off"
        />
        <SelectField
          name={`holder-${id}`}
          label={t('page.newcomers.holder', { number: weekNumber(week) })}
          empty={t('page.newcomers.nobody')}
          defaultValue={holder?.id ?? ''}
          {...(holder?.because.by === 'card'
            ? { help: t('page.newcomers.heldByCard', { label: holder.because.label }) }
            : {})}
          options={[
            ...(trips?.is === 'told' ? [{ value: trips.id, label: t('page.newcomers.asTrips') }] : []),
            ...drivers.map((one) => ({ value: `new:${one.id}`, label: one.name })),
            ...fleet.map((one) => ({ value: `driver:${one.id}`, label: one.name })),
          ]}
        />
      </FieldRow>
      {trips ? <Trips trips={trips} /> : null}
      <Rows parts={parts} />
    </Item>
  )
}

/** What the trips of a car say: who had it when, or why they do not tell. */
function Trips({ trips }: { trips: CarTrips }) {
  const t = useT()
  if (trips.is === 'stranger') return <Notice tone="warn">{t('page.newcomers.stranger', trips)}</Notice>
  if (trips.is === 'contradicted') {
    const [one, other] = trips.names
    const at = formatInstant(trips.at, t.language)
    return <Notice tone="warn">{t('page.newcomers.contradicted', { one, other, at })}</Notice>
  }
  return (
    <small>
      <p>{t(trips.held.length > 1 ? 'page.newcomers.tripsOfSeveral' : 'page.newcomers.tripsOfOne')}</p>
      <ul>
        {trips.held.map(({ name, from, to }) => (
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
      </ul>
    </small>
  )
}

/** Where each name stands in the files, and what its rows come to. */
function Rows({ parts }: { parts: readonly Known[] }) {
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
