import { showPlate } from '#domain/identifiers.ts'
import type { DriverRow } from '#features/fleet/drivers/queries.server.ts'
import type { Driving } from '#features/papers/readiness/schema.ts'
import { list } from '#web/parts/list.ts'
import { drivingColumn, drivingFilter } from '#web/parts/driving-column.tsx'
import { State } from '#web/ui/state.tsx'
import { IBAN_TONES, STATUS_TONES } from './tones.ts'

/**
 * A driver; whether they may drive today (`null` for a record that is gone); and the search text, if it was their NIF, since
 * no list shows the number itself.
 */
export type Listed = DriverRow & { driving: Driving | null; byNif: string | null }

const isHere = ({ gone }: Listed) => gone === null
const inState = (wanted: string) => (driver: Listed) => isHere(driver) && driver.status === wanted

/** The drivers, for the page and for a file; merged and removed records have a view of their own. */
export const FLEET = list({
  place: '/admin/drivers',
  words: (word) => `page.fleet.drivers.${word}`,
  holds: isHere,
  searchTexts: ({ name, ref, plate, email, phone, byNif }: Listed) => [name, ref, plate, email, phone, byNif],
  views: {
    pending: { words: 'page.fleet.drivers.those.pending', holds: inState('pending') },
    active: { words: 'page.fleet.drivers.those.active', holds: inState('active') },
    suspended: { words: 'page.fleet.drivers.those.suspended', holds: inState('suspended') },
    inactive: { words: 'page.fleet.drivers.those.inactive', holds: inState('inactive') },
    unpayable: {
      words: 'page.fleet.drivers.unpayable',
      holds: (driver) => isHere(driver) && driver.iban !== 'ready' && driver.status !== 'inactive',
    },
    termless: {
      words: 'page.fleet.drivers.termless',
      holds: (driver) => isHere(driver) && driver.regime === null && driver.status !== 'inactive',
    },
    keyless: {
      words: 'page.fleet.drivers.keyless',
      holds: (driver) =>
        driver.platforms.length === 0 && ['active', 'suspended'].some((status) => inState(status)(driver)),
    },
    gone: { words: 'page.fleet.drivers.goneOnes', holds: (driver) => !isHere(driver) },
  },
  filters: { driving: drivingFilter('driver') },
  // Drivers who may not drive come first.
  first: { by: 'driving', descending: false },
  together: {
    name: ({ name }) => name,
    acts: [
      { to: '/admin/drivers/together/invitation', words: 'page.account.inviteAll.together' },
      { to: '/admin/drivers/together/paper', words: 'page.papers.askSeveral.together' },
      { to: '/admin/drivers/together/contract', words: 'page.contractsOfSeveral.together' },
      { to: '/admin/drivers/together/terms', words: 'page.fleet.termsOfSeveral.together' },
    ],
  },
  groups: ['regime', 'driving', 'platforms', 'iban'],
  columns: {
    name: {
      value: ({ name }) => name,
      cell: ({ name, status, gone }, t) =>
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
      sorts: true,
    },
    ref: { value: ({ ref }) => ref, sorts: true, wideOnly: true },
    regime: {
      value: ({ regime }, t) => (regime === null ? null : t.find(`page.fleet.regimes.${regime}`)),
      cell: ({ regime }, t) => (regime === null ? <State tone="warn">{t('page.fleet.drivers.noTerms')}</State> : null),
      sorts: true,
    },
    car: {
      value: ({ plate }) => plate && plate.split(' ').map(showPlate).join(', '),
      cell: ({ plate }, t) => (plate === null ? t('page.fleet.drivers.noCar') : null),
      sorts: true,
    },
    driving: drivingColumn(),
    platforms: {
      value: ({ platforms }, t) => platforms.map((source) => t.find(`page.fleet.sources.${source}`)).join(', '),
      cell: ({ platforms }, t) => (platforms.length === 0 ? t('page.fleet.drivers.noPlatform') : null),
      wideOnly: true,
    },
    iban: {
      value: ({ iban }, t) => t(`page.fleet.drivers.ibanStates.${iban}`),
      // Shows nothing if the account is in order.
      cell: ({ iban }, t) =>
        iban === 'ready' ? (
          ''
        ) : (
          <State tone={IBAN_TONES[iban]}>
            {t('page.fleet.drivers.columns.iban')}: {t(`page.fleet.drivers.ibanStates.${iban}`)}
          </State>
        ),
      sorts: true,
      exception: true,
    },
    phone: {
      value: ({ phone }) => phone,
      cell: ({ phone }) => (phone ? <a href={`tel:${phone}`}>{phone}</a> : null),
      wideOnly: true,
    },
  },
  phone: { amount: 'iban', state: 'driving', facts: ['regime', 'car'] },
  head: (column) => `page.fleet.drivers.columns.${column}`,
})
