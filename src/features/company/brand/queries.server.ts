import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { Refusal } from '#domain/refusal.ts'
import { CALL_KINDS, callKindOf, readNif, readPhone } from '#domain/identifiers.ts'
import { missingIn } from '#features/company/queries.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { drawCard, drawEmblem, drawName, type Face } from '#integrations/pictures/card.ts'
import { type Brand, defaultBrand } from '#messages/brand.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { UnreachableServices } from '#platform/unreachable-services.ts'
import { log } from '#platform/log.ts'
import type { BrandForm } from './schema.ts'
import { ofOperator } from '#platform/operator.ts'

/** The product's green, as in `web/styles/tokens.css`. */
const PRODUCT_GREEN = '#228b22'

async function findBrand(on: Kysely<DB>) {
  const [brand, company] = await Promise.all([
    on.selectFrom('brand').selectAll().executeTakeFirst(),
    on
      .selectFrom('company')
      .select(['name', 'nipc', 'licence_number', 'phone', 'email', 'address', 'hours_pt', 'hours_en', 'call_kind'])
      .executeTakeFirst(),
  ])
  return { brand: brand ?? null, company: company ?? null }
}

type StoredBrand = Awaited<ReturnType<typeof findBrand>>

/**
 * The brand for the office's form: each text as the office wrote it (empty when it did not), and the default that is
 * used instead.
 */
export async function readBrandForm(): Promise<BrandForm> {
  const { brand, company } = await findBrand(db)
  const usual = { brand: null, company }
  const [pt, en] = [brandOf(usual, 'pt'), brandOf(usual, 'en')]
  const text = (written: string | null | undefined, otherwise = '') => ({ written: written ?? '', usual: otherwise })
  return {
    version: brand?.version ?? 0,
    updatedAt: brand?.updated_at.toString() ?? null,
    logo: brand?.logo_sha256 ?? null,
    texts: {
      name: text(brand?.name, pt.name),
      colour: text(brand?.colour, PRODUCT_GREEN),
      facebook: text(brand?.facebook),
      instagram: text(brand?.instagram),
      linkedin: text(brand?.linkedin),
      taglinePt: text(brand?.tagline_pt, pt.tagline),
      taglineEn: text(brand?.tagline_en, en.tagline),
      descriptionPt: text(brand?.description_pt, pt.description),
      descriptionEn: text(brand?.description_en, en.description),
    },
  }
}

/** The brand in a language: the office's texts, else the company's data, else the texts of the catalogue. */
export async function brandIn(language: Language, on: Kysely<DB> = db): Promise<Brand> {
  return brandOf(await findBrand(on), language)
}

/** The brand and the company's own record; `company` is `null` until somebody fills it in. */
export async function readBrandAndCompany(
  language: Language,
  on: Kysely<DB>,
): Promise<{ brand: Brand; company: StoredBrand['company'] }> {
  const found = await findBrand(on)
  return { brand: brandOf(found, language), company: found.company }
}

const kept = ofOperator<Promise<StoredBrand> | null>(() => null)
const lastKnown = ofOperator<StoredBrand | null>(() => null)
const NOTHING: StoredBrand = { brand: null, company: null }

/**
 * The brand as every page shows it: read once and kept until `forgetBrand`, so that public pages need no database.
 * While the database cannot be read, pages show the brand that was read last.
 */
export async function rememberedBrand(language: Language): Promise<Brand> {
  kept.value ??= findBrand(db).then(
    (found) => (lastKnown.value = found),
    (error: unknown) => {
      log.warn({ err: error }, 'the brand could not be read; the last known one is shown')
      kept.value = null
      return lastKnown.value ?? NOTHING
    },
  )
  return brandOf(await kept.value, language)
}

/** The brand as it was last read, without reading again; `null` when this process has not read it yet. */
export function brandReadLast(language: Language): Brand | null {
  return lastKnown.value && brandOf(lastKnown.value, language)
}

/** Forgets the brand because something it is made of has changed: the next page reads it again. */
export function forgetBrand(): void {
  kept.value = null
}

/** The bytes of the brand's logo, if it has this hash; `null` for any other. */
export async function findLogo(sha256: string): Promise<Uint8Array | null> {
  await rememberedBrand('pt')
  return lastKnown.value?.brand?.logo_sha256 === sha256 ? logoForPage(sha256) : null
}

/** Draws the company's name as PNG, for pages whose logo cannot be read. */
export async function drawNameForLogo(): Promise<Uint8Array> {
  return drawName(await rememberedBrand('pt'))
}

/** The current logo as PNG, for documents; `null` without one. */
export async function readBrandLogo(): Promise<Uint8Array | null> {
  const { brand } = await findBrand(db)
  return brand?.logo_sha256 ? logoOf(brand.logo_sha256) : null
}

const lastLogo = ofOperator<{ sha256: string; bytes: Uint8Array } | null>(() => null)
/** The read of the logo that is in progress. */
const reading = ofOperator<{ sha256: string; bytes: Promise<Uint8Array> } | null>(() => null)
/** Remembers for a moment that the file store did not answer. */
const unreachable = ofOperator(() => new UnreachableServices())
const STORE = 'store'

/**
 * The logo's bytes. The last logo that was read stays in memory, because every page and document has it, even while
 * the file store does not answer. When several ask at once, only one reads.
 */
async function logoOf(sha256: string): Promise<Uint8Array> {
  if (lastLogo.value?.sha256 === sha256) return lastLogo.value.bytes
  if (reading.value?.sha256 !== sha256)
    reading.value = { sha256, bytes: readLogo(sha256).finally(() => (reading.value = null)) }
  return reading.value.bytes
}

async function readLogo(sha256: string): Promise<Uint8Array> {
  try {
    const bytes = await readKeptFile(sha256)
    lastLogo.value = { sha256, bytes }
    unreachable.value.clear(STORE)
    return bytes
  } catch (error) {
    if (isUnreachable(error)) unreachable.value.note(STORE, error.code, Temporal.Now.instant())
    throw error
  }
}

const isUnreachable = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'store.unreachable'

/**
 * The logo for a page. No page waits for it when the file store did not answer a moment ago, because every page has
 * it. Refuses `store.unreachable`.
 */
async function logoForPage(sha256: string): Promise<Uint8Array> {
  const isRead = lastLogo.value?.sha256 === sha256
  if (!isRead && unreachable.value.find(STORE, Temporal.Now.instant())) throw new Refusal('store.unreachable')
  return logoOf(sha256)
}

/** The card that social networks show for a page with this title: 1200 × 630, PNG. */
export async function drawSocialCard(title: string): Promise<Uint8Array> {
  return drawCard(await currentFace(), title)
}

/** The organisation's logo for search engines: 500 × 500, PNG. */
export async function drawOrganisationLogo(): Promise<Uint8Array> {
  return drawEmblem(await currentFace())
}

/**
 * The logo as a phone's icon: a square of `size` pixels. With `isCut` the phone cuts it to its own shape, which keeps
 * at least a circle.
 */
export async function drawIcon(size: number, { isCut }: { isCut: boolean }): Promise<Uint8Array> {
  return drawEmblem(await currentFace(), size, isCut)
}

async function currentFace(): Promise<Face> {
  const { name, colour } = await rememberedBrand('pt')
  const sha256 = lastKnown.value?.brand?.logo_sha256
  return { name, colour, logo: sha256 ? await logoForPage(sha256) : null }
}

function brandOf({ brand, company }: StoredBrand, language: Language): Brand {
  const usual = defaultBrand(translator(language))
  const phone = company?.phone ?? usual.phone
  const phoneHref = readPhone(phone) ?? ''
  return {
    isSet: missingIn(company).length === 0,
    name: brand?.name ?? usual.name,
    tagline: brand?.[`tagline_${language}`] ?? usual.tagline,
    description: brand?.[`description_${language}`] ?? usual.description,
    legalName: company?.name || usual.legalName,
    taxNumber: showNif(company?.nipc ?? usual.taxNumber),
    licence: company?.licence_number ?? usual.licence,
    phone,
    phoneHref,
    callKind: CALL_KINDS.find((kind) => kind === company?.call_kind) ?? (phoneHref ? callKindOf(phoneHref) : null),
    hours: company?.[`hours_${language}`] ?? null,
    email: company?.email ?? usual.email,
    address: company?.address?.split(/\s*\n\s*/).filter(Boolean) ?? usual.address,
    social: brand ? socialOf(brand) : usual.social,
    logo: brand?.logo_sha256 ? `/brand/logo/${brand.logo_sha256}.png` : null,
    colour: brand?.colour ?? null,
  }
}

function socialOf({ facebook, instagram, linkedin }: NonNullable<StoredBrand['brand']>): Brand['social'] {
  const profiles = [
    { label: 'Facebook', href: facebook },
    { label: 'Instagram', href: instagram },
    { label: 'LinkedIn', href: linkedin },
  ]
  return profiles.flatMap(({ label, href }) => (href ? [{ label, href }] : []))
}

/** Shows nine digits in groups of three, as on letterheads; anything else as it was typed. */
function showNif(text: string): string {
  const nif = readNif(text)
  return nif.ok ? nif.value.replaceAll(/(\d{3})(?=\d)/g, '$1 ') : text
}
