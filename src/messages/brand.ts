import type { Translator } from './catalogue.ts'

/** The name of the product: what the browser's storage is named after, and the brand of an operator who set none. */
export const PRODUCT = 'Volante'

/** What an operator puts on the site, in one language: its name and face, its contacts, what the law asks it to show. */
export type Brand = {
  name: string
  tagline: string
  description: string
  legalName: string
  taxNumber: string
  licence: string
  phone: string
  /** E.164, for `tel:` links. */
  phoneHref: string
  email: string
  address: readonly string[]
  social: readonly { label: string; href: string }[]
  /** Address of the picture that stands for the drawn mark; `null`: the mark of the product. */
  logo: string | null
  /** `#rrggbb`; `null`: the green of the product. */
  colour: string | null
}

/** The words of the catalogue until the office writes its own under `/admin/brand` (spec 1). */
export function defaultBrand(t: Translator): Brand {
  return {
    name: PRODUCT,
    tagline: t('common.brand.tagline'),
    description: t('common.brand.description'),
    legalName: t('common.brand.legalName'),
    taxNumber: t('common.brand.taxNumber'),
    licence: t('common.brand.licence'),
    phone: t('common.brand.phone'),
    phoneHref: t('common.brand.phoneHref'),
    email: t('common.brand.email'),
    address: t.list('common.brand.address'),
    social: [
      { label: 'Facebook', href: 'https://www.facebook.com/' },
      { label: 'Instagram', href: 'https://www.instagram.com/' },
      { label: 'LinkedIn', href: 'https://www.linkedin.com/' },
    ],
    logo: null,
    colour: null,
  }
}
