import { z } from 'zod'
import { type PlatformDriver, type ReadRows, reader } from './bolt-answers.ts'
import type { PlatformCompany } from './providers.ts'

const id = z.string().min(1).max(2_000)

const organisations = z.object({
  organizations: z.array(z.object({ id, name: z.string().max(200).nullish(), parent_org_id: z.string().nullish() })),
})

/** Reads the companies that drive: one that only stands above others has no reports of its own. */
export function readOrganisations(value: unknown): PlatformCompany[] | null {
  const parsed = organisations.safeParse(value)
  if (!parsed.success) return null
  const above = new Set(parsed.data.organizations.map(({ parent_org_id: parent }) => parent))
  return parsed.data.organizations
    .filter((organization) => !above.has(organization.id))
    .map((organization) => ({ id: organization.id, name: organization.name?.trim() || null }))
}

const report = z.object({ id: id.optional(), status: z.string().max(200).optional() })
/** The report stands alone or inside `report`: public clients met both. */
const reportAnswer = z.union([z.object({ report }), report.transform((alone) => ({ report: alone }))])

/** Reads the identifier and the state of a report. */
export function readReport(value: unknown): { id: string | null; status: string | null } | null {
  const parsed = reportAnswer.safeParse(value)
  return parsed.success ? { id: parsed.data.report.id ?? null, status: parsed.data.report.status ?? null } : null
}

const link = z.string().min(1).max(8_000)
const linkAnswer = z.object({ signedUrl: z.union([link, z.object({ value: link }).transform(({ value }) => value)]) })

/** Reads the address at which a report lies for a minute. */
export function readLink(value: unknown): string | null {
  const parsed = linkAnswer.safeParse(value)
  return parsed.success ? parsed.data.signedUrl : null
}

const word = z.string().max(200)
const overview = z
  .object({
    driverInfo: z.object({
      driverUuid: id,
      firstName: word.nullish(),
      lastName: word.nullish(),
      email: word.nullish(),
      phone: word.nullish(),
    }),
    onboardingStatus: word.nullish(),
  })
  .transform(({ driverInfo: who, onboardingStatus }): PlatformDriver => ({
    id: who.driverUuid.toLowerCase(),
    name: [who.firstName, who.lastName].filter(Boolean).join(' '),
    email: who.email || null,
    phone: who.phone || null,
    state: onboardingStatus ?? '',
    takesCash: null,
    plate: null,
    reason: null,
  }))
const readOverviews = reader(overview, 'driverInfo')

const driverPage = z.object({
  driverStatusOverviews: z.array(z.unknown()),
  paginationResult: z.object({ nextPageToken: z.string().max(8_000).nullish() }).nullish(),
})

/** Reads a page of drivers with the state of each, and the mark of the next page; `null` for any other answer. */
export function readDriverPage(value: unknown): (ReadRows<PlatformDriver> & { next: string | null }) | null {
  const parsed = driverPage.safeParse(value)
  if (!parsed.success) return null
  return {
    ...readOverviews(parsed.data.driverStatusOverviews),
    next: parsed.data.paginationResult?.nextPageToken || null,
  }
}

/** A driver on whom the site acts at Uber: the raw identifier, the sealed one that Uber's interface takes, and the assigned cars. */
export type FleetDriver = { id: string; key: string; cars: readonly string[] }
export type FleetCar = { id: string; key: string; plate: string }

const readFleetDriverRows = reader(
  z
    .object({
      driverId: id,
      driverIdEncrypted: id.nullish(),
      assignedVehicles: z.array(z.object({ vehicleId: id })).nullish(),
    })
    .transform((raw): FleetDriver => ({
      id: raw.driverId.toLowerCase(),
      key: raw.driverIdEncrypted ?? raw.driverId,
      cars: (raw.assignedVehicles ?? []).map(({ vehicleId }) => vehicleId),
    })),
  'driverId',
)
const readFleetCarRows = reader(
  z
    .object({ vehicleId: id, vehicleIdEncrypted: id.nullish(), licensePlate: word.nullish() })
    .transform((raw): FleetCar => ({
      id: raw.vehicleId,
      key: raw.vehicleIdEncrypted ?? raw.vehicleId,
      plate: (raw.licensePlate ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, ''),
    })),
  'vehicleId',
)

const paging = { paginationResult: z.object({ nextPageToken: z.string().max(8_000).nullish() }).nullish() }
const fleetDriverPage = z.object({ driverInformation: z.array(z.unknown()), ...paging })
const fleetCarPage = z.object({ vehicleInformation: z.array(z.unknown()), ...paging })

/** Reads a page of the fleet's drivers and who has which car; `null` for any other answer. */
export function readFleetDrivers(value: unknown): (ReadRows<FleetDriver> & { next: string | null }) | null {
  const parsed = fleetDriverPage.safeParse(value)
  if (!parsed.success) return null
  const next = parsed.data.paginationResult?.nextPageToken || null
  return { ...readFleetDriverRows(parsed.data.driverInformation), next }
}

/** Reads a page of the fleet's cars; `null` for any other answer. */
export function readFleetCars(value: unknown): (ReadRows<FleetCar> & { next: string | null }) | null {
  const parsed = fleetCarPage.safeParse(value)
  if (!parsed.success) return null
  const next = parsed.data.paginationResult?.nextPageToken || null
  return { ...readFleetCarRows(parsed.data.vehicleInformation), next }
}

const cashBlocks = z.object({
  earner_cash_block_actions: z.array(
    z.object({
      earner_uuid: z.object({ value: id }),
      action: z.enum(['CASH_BLOCK_ACTION_ENABLE', 'CASH_BLOCK_ACTION_DISABLE']),
    }),
  ),
})

/** Reads for which drivers cash trips are off; `null` where the answer has another shape, because then nobody knows. */
export function readCashBlocks(value: unknown): { driver: string; isOff: boolean }[] | null {
  const parsed = cashBlocks.safeParse(value)
  if (!parsed.success) return null
  return parsed.data.earner_cash_block_actions.map(({ earner_uuid: earner, action }) => ({
    driver: earner.value,
    isOff: action === 'CASH_BLOCK_ACTION_ENABLE',
  }))
}

/** Reads Uber's own word for what went wrong, cut to a word's length; `null` where it gives none. */
export function readWord(value: unknown): string | null {
  const parsed = z.object({ code: z.string() }).safeParse(value)
  const code = parsed.success ? parsed.data.code : null
  return code !== null && /^[\w.-]{1,60}$/.test(code) ? code : null
}
