import { useRouteLoaderData } from 'react-router'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'

/** The name of the product in titles and in what the browser stores; an operator's own name is `Brand.name`. */
export const PRODUCT = 'Volante'

/** What an operator puts on the site: its name, its contacts, what the law asks it to show. */
export type Brand = {
  name: string
  legalName: string
  taxNumber: string
  licence: string
  phone: string
  /** E.164, for `tel:` links. */
  phoneHref: string
  email: string
  address: readonly string[]
  social: readonly { label: string; href: string }[]
}

/** The words of the catalogue until the office writes its own under `/admin/brand` (spec 1). */
export function defaultBrand(t: Translator): Brand {
  return {
    name: PRODUCT,
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
  }
}

export function useBrand(): Brand {
  const t = useT()
  const root = useRouteLoaderData<{ brand: Partial<Brand> | null }>('root')
  return { ...defaultBrand(t), ...root?.brand }
}
