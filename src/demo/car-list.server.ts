import { takeCarListIn } from '#features/roster/car-lists/commands.server.ts'
import { proposeCarList } from '#features/roster/car-lists/queries.server.ts'
import { makeChange } from './change.server.ts'

/** A list of cars as an office keeps it, of which only the notes are new. */
const LIST = [
  'Matrícula;Marca;Notas do escritório',
  'ZX-84-HM;Škoda;Cadeira de criança na mala',
  'ZX-95-SB;Hyundai;Cabo de carregamento de reserva no porta-bagagens',
].join('\n')

/** Takes a list of cars in, which fills two empty fields and can be taken back. */
export async function takeListOfCars(now: Temporal.Instant): Promise<void> {
  await makeChange('fleet.car-list', now, async (change) => {
    const { fingerprint } = await proposeCarList(LIST, now, change.tx)
    await takeCarListIn(change, { text: LIST, fingerprint, differences: 'keep' })
  })
}
