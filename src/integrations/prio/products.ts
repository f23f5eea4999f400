import type { RowKind } from '#domain/import.ts'
import { plainText } from '#integrations/words.ts'

const WASH = /LAVAG|LAVAR|WASH|ASPIRA/
const CHARGING = /CARREGAMENTO|ELETRIC|ELECTRIC|KWH/
const FUEL = /GASOLEO|GASOLINA|DIESEL|COMBUST|SEM CHUMBO|AUTO ?GAS|BIO|HVO|(95|98)\b|\b(GPL|LPG|GNC|GNL|GNV)\b/
/** Names that contain the word of a fuel but are none: motor oil, additives, the fees of a fuel card. */
const NOT_FUEL = /\bOLEO|LUBRIF|LIMPA|ADITIVO|LOJA|ANUIDADE|COMISSAO|EMISSAO/

/**
 * Finds the kind of a product bought with the fleet card. Only what moves the car is fuel: AdBlue and washes are lines
 * of their own (they stay outside a fuel cap). Anything else on the card (shop, oil, card fees) answers `null`: it is
 * not fuel, and the operator decides whether the driver owes it.
 */
export function kindOfProduct(product: string): RowKind | null {
  const name = plainText(product)
  if (/AD ?BLUE/.test(name)) return 'adblue'
  if (WASH.test(name)) return 'wash'
  if (NOT_FUEL.test(name)) return null
  if (CHARGING.test(name)) return 'charging'
  return FUEL.test(name) ? 'fuel' : null
}
