import type { Placeholder } from '#domain/contract.ts'
import { contractMark } from '#web/parts/asked-contract.ts'

type Written = Parameters<typeof contractMark>[0]

/**
 * The page on which each fact of a text is filled in. `car` is the driver's present car; `null` for facts that the contract's own form asks
 * for, or that follow from its choice.
 */
const PLACES: Readonly<
  Record<Placeholder, ((asked: { driver: string; kind: string; car: string | null }) => string) | null>
> = {
  companyName: () => '/admin/company',
  companyNipc: () => '/admin/company',
  companyLicence: () => '/admin/company',
  companyAddress: () => '/admin/company',
  representative: null,
  driverName: ({ driver }) => `/admin/drivers/${driver}/edit`,
  driverNif: ({ driver }) => `/admin/drivers/${driver}/edit`,
  driverAddress: ({ driver }) => `/admin/drivers/${driver}/edit`,
  driverDocument: null,
  driverLicence: null,
  driverCertificate: null,
  carName: ({ driver, car }) => (car === null ? `/admin/drivers/${driver}/cars` : `/admin/vehicles/${car}/edit`),
  carPlate: ({ driver }) => `/admin/drivers/${driver}/cars`,
  carRegistered: ownCarPlace,
  carRecord: ({ driver, car }) => paperPlace('imt-car', driver, car),
  carInsurance: ({ driver, car }) => paperPlace('car-insurance', driver, car),
  carLink: ownCarPlace,
  fee: ({ driver }) => `/admin/drivers/${driver}/terms/new`,
  // Terms without a rent charge the rent of the car, where a change counts at once.
  rent: ({ driver, car }) => (car === null ? `/admin/drivers/${driver}/terms/new` : `/admin/vehicles/${car}/edit`),
  tolls: ({ driver }) => `/admin/drivers/${driver}/terms/new`,
  total: planPlace,
  instalments: planPlace,
  firstWeek: planPlace,
  planReason: planPlace,
  term: null,
  originalNumber: null,
  originalKind: null,
  originalDay: null,
  firstDay: null,
  changes: null,
}

/** The page for the owner, registration date and linking number of a driver's own car; without a car, the page that gives the driver one. */
function ownCarPlace({ driver, car }: { driver: string; car: string | null }): string {
  return car === null ? `/admin/drivers/${driver}/cars` : `/admin/vehicles/${car}/upkeep#title`
}

function paperPlace(kind: string, driver: string, car: string | null): string {
  return car === null ? `/admin/drivers/${driver}/cars` : `/admin/vehicles/${car}/papers/${kind}`
}

function planPlace({ driver, kind }: { driver: string; kind: string }): string {
  return `/admin/financing/new?driver=${driver}${kind === 'deposit' ? '&kind=deposit' : ''}`
}

/** The page of a fact that a contract lacks; it leads back to the contract once it is saved. `null` if there is no such page. */
export function placeOfFact(name: Placeholder, choice: Written, car: string | null): string | null {
  const place = PLACES[name]?.({ ...choice, car })
  if (place == null) return null
  const [page, part] = place.split('#')
  return `${page}${place.includes('?') ? '&' : '?'}contract=${contractMark(choice)}${part ? `#${part}` : ''}`
}
