import { legalNameOf } from '#domain/driver.ts'
import { brandIn, readBrandLogo } from '#features/company/brand/queries.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { findDeparture } from '#features/departures/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { getFinalAccount } from '#features/departures/final-accounts/queries.server.ts'
import { listDriverPlans } from '#features/plans/queries.server.ts'
import { type PaperReader, nifOnPaper } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { translator } from '#messages/translate.ts'
import { downloadName } from '#platform/download-name.ts'
import { type PaperHead, renderDepositStatement, renderFinalAccount } from './pdf.ts'

/** A document as a file: its name and bytes. */
export type FinalPaper = { name: string; bytes: Uint8Array }

/**
 * Draws the final account in the driver's language; for a driver who owes money, the request for payment. Refuses
 * `record.not-found`.
 */
export async function drawFinalAccount(
  driverId: string,
  now: Temporal.Instant,
  reader: PaperReader,
): Promise<FinalPaper> {
  const account = await getFinalAccount(driverId, now)
  const title = account.state === 'owing' ? 'demand' : 'final'
  const { legalName } = await getDriver(driverId)
  const head = await readHead({ ...account.driver, legalName }, title, now, reader)
  return { name: fileName(head, account.driver), bytes: await renderFinalAccount(head, account) }
}

/**
 * Draws a driver's deposits in the driver's language. Refuses `record.not-found` for a driver who never gave a
 * deposit.
 */
export async function drawDepositStatement(
  driverId: string,
  now: Temporal.Instant,
  reader: PaperReader,
): Promise<FinalPaper> {
  const driver = await getDriver(driverId)
  const plans = (await listDriverPlans(driver.id, now)).filter(
    ({ kind, state }) => kind === 'deposit' && (state === 'active' || state === 'paid'),
  )
  if (plans.length === 0) throw new Refusal('record.not-found')
  const [head, departure] = await Promise.all([readHead(driver, 'deposit', now, reader), findDeparture(driver.id)])
  const bytes = await renderDepositStatement(head, plans, departure?.waitsUntil ?? null)
  return { name: fileName(head, driver), bytes }
}

function fileName({ title }: PaperHead, { ref }: { ref: string }): string {
  return downloadName(`${title.toLowerCase()}-${ref}`, 'pdf')
}

type PaperDriver = { name: string; legalName: string | null; nif: string | null; language: string }

async function readHead(
  { nif, language: storedLanguage, ...names }: PaperDriver,
  title: 'final' | 'demand' | 'deposit',
  now: Temporal.Instant,
  reader: PaperReader,
): Promise<PaperHead> {
  const language = storedLanguage === 'en' ? 'en' : 'pt'
  const [brand, logo, company] = await Promise.all([brandIn(language), readBrandLogo(), findCompany()])
  return {
    language,
    title: translator(language)(`page.departures.paper.${title}`),
    company: {
      name: brand.legalName || brand.name,
      nipc: brand.taxNumber,
      licence: brand.licence,
      contact: [brand.phone, brand.email].filter(Boolean).join(' · '),
      iban: company?.debtorIbanValid ? company.debtorIban : null,
      logo,
    },
    driver: { name: legalNameOf(names), nif: nifOnPaper(nif, reader) },
    madeAt: now,
  }
}
