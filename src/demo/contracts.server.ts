import { knownIn } from '#domain/certain.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { draftContract, sealContract, sendContract, signContract } from '#features/contracts/commands.server.ts'
import { type ContractInput, contractInput } from '#features/contracts/schema.ts'
import { change } from './change.server.ts'

/** One contract that both sides have signed, one that waits for the driver, and a draft of the office. */
export async function agreeInWriting(now: Temporal.Instant, ids: ReadonlyMap<string, string>): Promise<void> {
  const driver = (ref: string) => knownIn(ids, ref) as OwnDriverId
  const daysAgo = (days: number, hour = 0) => now.subtract({ hours: days * 24 - hour })
  const start = daysAgo(60)
  // It ends soon: the office sees that it is to be renewed.
  const ends = now
    .add({ hours: 20 * 24 })
    .toString()
    .slice(0, 10)
  const sealed = await draft(start, { ...draftOf(driver('M1'), 'fleet-car', start), endsOn: ends })
  await change('contract.send', start, (deed) => sendContract(deed, sealed))
  const signing = (name: string, account: string, at: Temporal.Instant) => ({
    ...{ name, account, browser: 'Demonstração' },
    confirmedAt: at.subtract({ minutes: 2 }),
  })
  const signed = daysAgo(59)
  await change('contract.sign', signed, (deed) =>
    signContract(deed, driver('M1'), sealed, signing('Rui Valadas', 'rui.valadas@example.org', signed)),
  )
  const closed = daysAgo(59, 3)
  await change('contract.seal', closed, (deed) =>
    sealContract(deed, sealed, signing('Helena Matos', 'escritorio@example.org', closed)),
  )
  const waiting = await draft(daysAgo(1), draftOf(driver('M1'), 'rental', now))
  await change('contract.send', daysAgo(1), (deed) => sendContract(deed, waiting))
  await draft(daysAgo(1), draftOf(driver('M2'), 'fleet-car', now))
}

function draft(at: Temporal.Instant, input: ContractInput): Promise<string> {
  return change('contract.draft', at, (deed) => draftContract(deed, input))
}

function draftOf(driver: string, kind: ContractInput['kind'], from: Temporal.Instant): ContractInput {
  return contractInput.parse({
    ...{ driver, kind, language: 'pt', startsOn: from.toString().slice(0, 10), endsOn: '' },
    ...{ representative: 'Helena Matos', driverAddress: 'Rua de Exemplo, 12, 2800-000 Almada' },
    ...{
      driverDocument: 'CC 00000000 0 ZX0, válido até 20/05/2031',
      driverLicence: 'L-00000000, válida até 11/03/2034',
    },
    driverCertificate: '00000/0000, válido até 02/09/2029',
  })
}
