import type { Placeholder } from '#domain/contract.ts'
import { contractMark } from '#web/parts/asked-contract.ts'

type Written = Parameters<typeof contractMark>[0]

/** Where what a text asks for is written down. `car` is what the driver has now; `null` for what its own form asks, and for what the choice of a contract says. */
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
  // Terms without a rent of their own charge the car's, which counts at once.
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

/** Where it is said of a car whose it is, since when it is registered and under which number it is linked; without a car, where one is given. */
function ownCarPlace({ driver, car }: { driver: string; car: string | null }): string {
  return car === null ? `/admin/drivers/${driver}/cars` : `/admin/vehicles/${car}/upkeep#title`
}

function paperPlace(kind: string, driver: string, car: string | null): string {
  return car === null ? `/admin/drivers/${driver}/cars` : `/admin/vehicles/${car}/papers/${kind}`
}

function planPlace({ driver, kind }: { driver: string; kind: string }): string {
  return `/admin/financing/new?driver=${driver}${kind === 'deposit' ? '&kind=deposit' : ''}`
}

/** The place of a fact that a contract lacks, which leads back to the contract once it is saved; `null` where there is none. */
export function placeOfFact(name: Placeholder, choice: Written, car: string | null): string | null {
  const place = PLACES[name]?.({ ...choice, car })
  if (place == null) return null
  const [page, part] = place.split('#')
  return `${page}${place.includes('?') ? '&' : '?'}contract=${contractMark(choice)}${part ? `#${part}` : ''}`
}
