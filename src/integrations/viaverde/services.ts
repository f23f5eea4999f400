import type { RowKind } from '#domain/import.ts'
import { plainText } from '#integrations/words.ts'

/** Words and codes by which Via Verde names what was paid for; `''` where the file has no such column. */
export type Service = { service: string; market: string; descriptions: readonly string[]; exitPoint: string }

/** Fees of the contract and of the devices: whatever car they name, the company pays them. */
const FEES = /ANUIDADE|MENSALIDADE|MODALIDADE|ACESSORIO|SUBSCRI|ADESAO|IDENTIFICADOR|EQUIPAMENTO|DISPOSITIVO|ANNUAL FEE/
const PARKING = /ESTACIONA|PARQU[EIO]|PARKING/
const CHARGING = /CARREGAMENTO|ELETRIC|ELECTRIC|CHARGING/
const WASH = /LAVAGE|CAR WASH/
const FUEL = /COMBUST|ABASTECIMENTO|GASOLINA|GASOLEO|FUEL/
/** Roads, bridges, tunnels and ferries: tolls for the car to get across. */
const TOLLS =
  /PORTAGE|AUTO ?ESTRADA|PASSAGE|TRAVESSIA|TRANSITO|PONTE|TUNEL|SCUT|PORTICO|TOLL|MOTORWAY|HIGHWAY|FERR(Y|IES)/

/**
 * Finds the kind of a movement. The words decide before the codes, because codes change from one export to the next:
 * service −1 and market 41 are fees, service 5 and market 1 are tolls. A file without anything about services is a list
 * of passages (the short PT form). An unknown service (drive-through, inspection, insurance…) answers `null`: nobody
 * guesses that a driver owes it.
 */
export function kindOfService({ service, market, descriptions, exitPoint }: Service): RowKind | null {
  const description = descriptions.map(plainText).join(' ').trim()
  if (FEES.test(description) || /^(ANUIDADE|MENSALIDADE)\b/.test(plainText(exitPoint))) return 'company-fee'
  if (PARKING.test(description)) return 'parking'
  if (CHARGING.test(description)) return 'charging'
  if (WASH.test(description)) return 'wash'
  if (FUEL.test(description)) return 'fuel'
  if (TOLLS.test(description)) return 'toll'
  if (description !== '') return null
  if (service === '-1' || market === '41') return 'company-fee'
  if (service === '5' || market === '1' || (service === '' && market === '')) return 'toll'
  return null
}
