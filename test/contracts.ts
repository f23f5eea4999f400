import type { OwnDriverId } from '#domain/access.ts'
import { draftContract, sendContract } from '#features/contracts/commands.server.ts'
import { sealContract, signContract } from '#features/contracts/signing/commands.server.ts'
import { contractInput } from '#features/contracts/schema.ts'
import { saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { MONDAY, aFleet, asOwner, makeChange } from './factories.ts'

const BY = {
  name: 'Anselmo Quintão',
  account: 'anselmo.quintao@example.org',
  browser: 'Browser/1.0',
  confirmedAt: MONDAY.subtract({ minutes: 3 }),
}

/** The fields that the office types into a contract of a car of the fleet. */
const input = (driver: string, typed: Record<string, string> = {}) =>
  contractInput.parse({
    driver,
    kind: 'fleet-car',
    language: 'pt',
    startsOn: '2026-06-08',
    endsOn: '2027-06-07',
    representative: 'Helena Exemplo',
    driverAddress: 'Rua de Cima, 2',
    driverDocument: 'CC 00000000',
    driverLicence: 'L-0',
    driverCertificate: 'C-0',
    ...typed,
  })

async function aSent(driver: string, typed = {}): Promise<string> {
  const id = await makeChange((change) => draftContract(change, input(driver, typed)))
  await makeChange((change) => sendContract(change, id))
  return id
}

export async function aSealed(driver: OwnDriverId, typed = {}): Promise<string> {
  const id = await aSent(driver, typed)
  await makeChange((change) => signContract(change, driver, id, BY))
  await makeChange((change) => sealContract(change, id, { ...BY, name: 'Helena Exemplo' }))
  return id
}

/**
 * A company with all its data and two drivers, the first with a complete record. Comes with `BY` and `input`, the usual
 * evidence of a signature and form, and with functions that send and seal a contract.
 */
export async function contractWorld() {
  const fleet = await aFleet()
  const own = fleet.driver('D1') as OwnDriverId
  await asOwner(`
    update company set name = 'Cais do Volante, Lda', nipc = '500000000', licence_number = 'L-1', debtor_iban = null;
    update company set address = 'Rua de Exemplo, 1';
    update vehicles set make = 'Marca', model = 'Modelo', rent_cents = 15000;`)
  const { version, ...known } = await getDriver(own)
  await makeChange((change) => saveDriver(change, own, { ...known, nif: '213456789', dropNif: false, version }))
  return { fleet, own, other: fleet.driver('D2') as OwnDriverId, BY, input, aSent, aSealed }
}

/** Sets a driver's status as if the office had written it in the record. */
export function setStatus(driver: string, status: 'active' | 'inactive'): Promise<void> {
  return asOwner(`update drivers set status = '${status}' where id = '${driver}'`)
}
