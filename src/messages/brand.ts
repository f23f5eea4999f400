import type { CallKind } from '#domain/identifiers.ts'
import type { Translator } from './catalogue.ts'

/** The name of the product: what the browser's storage is named after, and the brand of an operator who set none. */
export const PRODUCT = 'Volante'

/**
 * What an operator puts on the site, in one language: its name and face, its contacts, what the law asks it to show.
 * What nobody has said is empty.
 */
export type Brand = {
  /** Whether the operator has said who it is; before that nothing is published. */
  isSet: boolean

  name: string
  tagline: string
  description: string
  legalName: string
  taxNumber: string
  licence: string
  phone: string
  /** E.164, for `tel:` links; empty without a telephone. */
  phoneHref: string
  /** What a call costs (DL 59/2021); `null` without a telephone. */
  callKind: CallKind | null
  /** When somebody answers; `null` where the office has not said. */
  hours: string | null
  email: string
  address: readonly string[]
  social: readonly { label: string; href: string }[]
  /** Address of the picture that stands for the drawn mark; `null`: the mark of the product. */
  logo: string | null
  /** `#rrggbb`; `null`: the green of the product. */
  colour: string | null
}

/**
 * The words of the catalogue until the office writes its own under `/admin/brand` (spec 1). Of facts there are none: a
 * company, a number or an address that nobody has given is not invented (`docs/decisions/054`).
 */
export function defaultBrand(t: Translator): Brand {
  return {
    isSet: false,
    name: PRODUCT,
    tagline: t('common.brand.tagline'),
    description: t('common.brand.description'),
    legalName: '',
    taxNumber: '',
    licence: '',
    phone: '',
    phoneHref: '',
    callKind: null,
    hours: null,
    email: '',
    address: [],
    social: [],
    logo: null,
    colour: null,
  }
}
