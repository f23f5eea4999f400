/** States of a driver with the operator. Only active and suspended drivers appear in a new week by themselves. */
export const DRIVER_STATUSES = ['pending', 'active', 'suspended', 'inactive'] as const

/** A driver as lists show one: the operator's short name (`ref`) and the full name. */
export type DriverName = { id: string; ref: string; name: string }

/**
 * Answers the drivers in their order. Where several have full names that read the same, each gets their short one (`ref`) behind it:
 * `Ana Sá · M12`. A driver without a name (`null`) stays without one.
 */
export function namesApart<One extends { ref: string | null; name: string | null }>(drivers: readonly One[]): One[] {
  const named = Map.groupBy(drivers, ({ name }) => name && asRead(name))
  return drivers.map((driver) => {
    const isShared = driver.name && named.get(asRead(driver.name))?.some(({ ref }) => ref !== driver.ref)
    return isShared ? { ...driver, name: `${driver.name} · ${driver.ref}` } : driver
  })
}

/** A name as a reader takes it: capitals, spaces and characters that are not seen tell nobody from another. */
function asRead(name: string): string {
  const seen = name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return seen.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

type OfDriver = { driver?: Pick<DriverName, 'ref' | 'name'> | null | undefined }

/**
 * Answers the rows of a list with their drivers named by `namesApart`; a row without a driver stays as it is. `among`:
 * all rows of a page that has several lists.
 */
export function driversApart<Row extends OfDriver>(rows: readonly Row[], among: readonly OfDriver[] = rows): Row[] {
  const named = new Map(namesApart(among.flatMap(({ driver }) => driver ?? [])).map(({ ref, name }) => [ref, name]))
  return rows.map((row) =>
    row.driver ? { ...row, driver: { ...row.driver, name: named.get(row.driver.ref) ?? row.driver.name } } : row,
  )
}

/**
 * Answers the name on a driver's documents, which banks, contracts and the State read. `legalName` is `null` where it
 * is the same as `name`, which screens show.
 */
export function legalNameOf({ name, legalName }: { name: string; legalName: string | null }): string {
  return legalName ?? name
}

/**
 * State of a driver's bank account for the office: the newest IBAN counts. `unchecked`: a second person must confirm
 * it, and only its writer has looked at it.
 */
export type IbanState = 'missing' | 'invalid' | 'held' | 'unchecked' | 'ready'

/** Answers the state of the newest IBAN at a moment. `heldUntil` is the end of its hold, `null` when it has none. */
export function ibanState(
  iban: { valid: boolean; heldUntil: Temporal.Instant | null; isUnchecked: boolean } | null,
  now: Temporal.Instant,
): IbanState {
  if (!iban) return 'missing'
  if (!iban.valid) return 'invalid'
  if (iban.heldUntil && Temporal.Instant.compare(now, iban.heldUntil) < 0) return 'held'
  return iban.isUnchecked ? 'unchecked' : 'ready'
}

/** Why a record left the fleet's lists: it was merged into another, or removed as a mistake. Both can be undone. */
export type RemovalKind = 'merged' | 'removed'

/** Answers whether a record was merged or removed; `null` for a current one. */
export function removalKindOf(mergedInto: string | null, removedAt: Temporal.Instant | null): RemovalKind | null {
  if (removedAt !== null) return 'removed'
  return mergedInto === null ? null : 'merged'
}

/** Marks the short name of a record that is put away, so that another record can have the name. */
export function markedRef({ id, ref }: { id: string; ref: string }): string {
  return `${ref}~${id.slice(0, 8)}`
}

/** Answers a short name as it was before `markedRef`; any other stays as it is. */
export function shownRef(ref: string): string {
  return ref.replace(/~[0-9a-f]{8}$/, '')
}
