import type { RowKind } from '#domain/import.ts'
import { plain } from '#integrations/movements.ts'

/**
 * What a product bought with the fleet card is. Only what moves the car is fuel: AdBlue and washes are lines of their own
 * (they stay outside a fuel cap). Anything else on the card (shop, oil, card fees) answers `null`: it is not fuel, and
 * whether the driver owes it is the operator's decision.
 */
export function kindOfProduct(product: string): RowKind | null {
  const name = plain(product)
  if (/AD ?BLUE/.test(name)) return 'adblue'
  if (/LAVAG|LAVAR|WASH|ASPIRA/.test(name)) return 'wash'
  if (/CARREGAMENTO|ELETRIC|ELECTRIC|KWH/.test(name)) return 'charging'
  if (/OLEO\b|LUBRIF|LIMPA|LOJA|CAFE|ANUIDADE|COMISS|EMISSAO/.test(name.replace(/GASOLEO/g, ''))) return null
  if (
    /GASOLEO|GASOLINA|DIESEL|COMBUST|SEM CHUMBO|AUTO ?GAS|BIO|HVO|\b(GPL|LPG|GNC|GNL|GNV|GO|GS|95|98|[SE]?(95|98))\b/.test(
      name,
    )
  )
    return 'fuel'
  return null
}
