import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { CEDING_ASKERS, CEDING_WANTS, type CedingWant } from '#domain/ceding.ts'
import { CONTRACT_LANGUAGES, type CedingKind, lastDayOf } from '#domain/contract.ts'
import { showPlate } from '#domain/identifiers.ts'
import { weekAt } from '#domain/week.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { listKinds } from '#features/papers/kinds/queries.server.ts'
import { dayAt, papersOf } from '#features/papers/queries.server.ts'
import { findOwnCar } from '../filling/queries.server.ts'
import { listContractsWith } from '../queries.server.ts'
import type { ContractView } from '../schema.ts'
import type { Ceding, CedingNeed } from './schema.ts'

/**
 * The documents and contracts that IMT and the platforms require for a driver's own car, and whether we have each.
 * `car` is `null` when no record says which car it is. Returns `null` for a driver who neither has an own car nor
 * works with one.
 */
export async function findCeding(driver: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<Ceding | null> {
  const car = await findOwnCar(driver, on)
  if (!car) return (await isInSlot(driver, now, on)) ? { car: null, askers: [] } : null
  const [contracts, kinds, ofDriver, ofCar] = await Promise.all([
    listContractsWith(driver, on),
    listKinds(on),
    papersOf({ holder: 'driver', id: driver }, now, on),
    papersOf({ holder: 'car', id: car.id }, now, on),
  ])
  const today = dayAt(now)
  const needOf = (requirement: CedingWant): CedingNeed => {
    if (requirement.is === 'contract') return contractNeed(driver, requirement.kind, contracts, today)
    if (requirement.is === 'link') {
      const paper = ofDriver.find(({ kind, state }) => kind === 'slot-link' && state === 'accepted')
      const isKnown = Boolean(car.slotNumber || paper?.number) && Boolean(car.slotSince ?? paper?.issuedOn)
      const until = paper?.expiresOn ?? null
      const state = !isKnown ? 'missing' : until !== null && until < today ? 'ended' : 'there'
      // An ended link is corrected on the driver's document; a missing one is best entered on the car's record.
      const place =
        state === 'ended' ? `/admin/drivers/${driver}/papers/slot-link` : `/admin/vehicles/${car.id}/upkeep#title`
      return { what: { is: 'link' }, state, until, place }
    }
    const [papers, base] =
      requirement.holder === 'car'
        ? [ofCar, `/admin/vehicles/${car.id}/papers`]
        : ([ofDriver, `/admin/drivers/${driver}/papers`] as const)
    const ofKind = papers.filter(({ kind }) => kind === requirement.kind)
    const accepted = ofKind.find(({ state }) => state === 'accepted')
    const sent = ofKind.find(({ state }) => state === 'sent')
    const until = accepted?.expiresOn ?? null
    const isOver = until !== null && until < today
    const name = kinds.find(({ code }) => code === requirement.kind)?.name ?? {
      pt: requirement.kind,
      en: requirement.kind,
    }
    const state = accepted && !isOver ? 'there' : sent ? 'waiting' : isOver ? 'ended' : 'missing'
    return {
      what: { is: 'paper', name },
      state,
      until,
      place: state === 'waiting' && sent ? `/admin/documents/${sent.id}` : `${base}/${requirement.kind}`,
    }
  }
  return {
    car: { id: car.id, plate: showPlate(car.plate) },
    askers: CEDING_ASKERS.map((asker) => ({ asker, needs: CEDING_WANTS[asker].map(needOf) })),
  }
}

function contractNeed(driver: string, kind: CedingKind, contracts: readonly ContractView[], today: string): CedingNeed {
  const what = { is: 'contract', kind } as const
  const ofKind = contracts.filter((contract) => contract.kind === kind)
  const detailsOf = (contract: ContractView) => ({
    until: lastDayOf(contract),
    place: `/admin/contracts/${contract.id}`,
  })
  const sealed = ofKind
    .filter(({ state }) => state === 'sealed')
    .toSorted((a, b) => ((lastDayOf(a) ?? '') < (lastDayOf(b) ?? '') ? 1 : -1))
  const inForce = sealed.find((contract) => contract.startsOn <= today && (lastDayOf(contract) ?? today) >= today)
  if (inForce) return { what, state: 'there', ...detailsOf(inForce) }
  const waiting =
    sealed.find(({ startsOn }) => startsOn > today) ??
    ofKind.find(({ state }) => state === 'draft' || state === 'sent' || state === 'signed')
  if (waiting) return { what, state: 'waiting', ...detailsOf(waiting), until: null }
  const [last] = sealed
  if (last) return { what, state: 'ended', ...detailsOf(last) }
  const [language] = CONTRACT_LANGUAGES
  return {
    what,
    state: 'missing',
    until: null,
    place: `/admin/contracts/new?${new URLSearchParams({ driver, kind, language })}`,
  }
}

async function isInSlot(driver: string, now: Temporal.Instant, on: Kysely<DB>): Promise<boolean> {
  const week = weekAt(now)
  return (await listTerms(driver, on)).find(({ from }) => from <= week)?.terms.regime === 'slot'
}
