import { requireValue } from '#domain/certain.ts'
import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import type { Terms } from '#domain/terms.ts'
import { weekAt } from '#domain/week.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { addSignedPaper, draftContract, sendContract } from '#features/contracts/commands.server.ts'
import {
  askForCode,
  askForCodeByLink,
  linkContract,
  noteOpening,
  sealContract,
  signByLink,
  signContract,
  type Signing,
} from '#features/contracts/signing/commands.server.ts'
import { factsOf } from '#features/contracts/links/queries.server.ts'
import { findByLink } from '#features/contracts/queries.server.ts'
import { prepareContract } from '#features/contracts/preparations/commands.server.ts'
import { type ContractInput, contractInput } from '#features/contracts/schema.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { writeTemplate } from '#features/contracts/templates/commands.server.ts'
import { getTemplate } from '#features/contracts/templates/queries.server.ts'
import { makeChange } from './change.server.ts'
import { photo } from './receipts.server.ts'

/**
 * Adds contracts in every state: signed by both sides, the driver with a mailed code; waiting for the driver; a draft;
 * signed by a personal link and waiting for the company; signed on paper and waiting for a check; with another fee than
 * the terms in force; and waiting to be completed. Adds a template that the office has edited, too.
 */
export async function agreeInWriting(now: Temporal.Instant, ids: ReadonlyMap<string, string>): Promise<void> {
  const driver = (ref: string) => requireValue(ids, ref) as OwnDriverId
  const daysAgo = (days: number, hour = 0) => now.subtract({ hours: days * 24 - hour })
  const start = daysAgo(60)
  // The contract ends soon, so that the office is reminded to renew it.
  const ends = now
    .add({ hours: 20 * 24 })
    .toString()
    .slice(0, 10)
  const sealed = await draft(start, { ...draftOf(driver('M1'), 'fleet-car', start), endsOn: ends })
  await makeChange('contract.send', start, (change) => sendContract(change, sealed))
  const signing = (name: string, account: string, at: Temporal.Instant) => ({
    name,
    account,
    browser: 'Demonstração',
    confirmedAt: at.subtract({ minutes: 2 }),
  })
  const signed = daysAgo(59)
  const account = 'rui.valadas@example.org'
  await makeChange('contract.code', signed.subtract({ minutes: 3 }), (change) =>
    askForCode(change, driver('M1'), sealed, { email: account, browser: 'Demonstração' }),
  )
  const code = await mailedCode()
  await makeChange('contract.sign', signed, (change) =>
    signContract(change, driver('M1'), sealed, { ...signing('Rui Valadas', account, signed), code }),
  )
  const closed = daysAgo(59, 3)
  await makeChange('contract.seal', closed, (change) =>
    sealContract(change, sealed, signing('Helena Matos', 'escritorio@example.org', closed)),
  )
  // The lawyer's addition to the template: only contracts made after it have it.
  const RENTAL = { kind: 'rental', language: 'pt' } as const
  const { body, newest } = await getTemplate(RENTAL)
  const annexes = '## 10. Anexos\nFazem parte do contrato o registo de entrega e a tabela de preços.'
  await makeChange('contract-template.write', daysAgo(2), (change) =>
    writeTemplate(change, RENTAL, {
      body: `${body.trim()}\n${annexes}`,
      note: 'Anexos, a pedido da advogada.',
      newest,
    }),
  )
  const waiting = await draft(daysAgo(1), draftOf(driver('M1'), 'rental', now))
  await makeChange('contract.send', daysAgo(1), (change) => sendContract(change, waiting))
  await draft(daysAgo(1), draftOf(driver('M2'), 'fleet-car', now))
  await signWithoutAccount(daysAgo(2), driver('M3'), 'fleet-car')
  await raiseFeeBeforeSealing(now, driver('M7'), signing('Helena Matos', 'escritorio@example.org', daysAgo(1)))
  await signOnPaper(daysAgo(1), driver('M5'))
  await cedeCar(now, driver('M10'), signing('Helena Matos', 'escritorio@example.org', daysAgo(30)))
  // Somebody's own car is to be driven for the operator: the office has begun, and lacks the papers' numbers.
  await makeChange('contract.prepare', daysAgo(1), (change) =>
    prepareContract(
      change,
      { driver: driver('M9'), kind: 'own-car', language: 'pt', startsOn: now.toString().slice(0, 10) },
      { representative: 'Helena Matos', driverAddress: 'Rua de Exemplo, 3, 2700-000 Amadora' },
    ),
  )
}

/** Signs for a driver without an account: by a mailed code where there is a mail server, else by what the record knows. */
async function signWithoutAccount(
  at: Temporal.Instant,
  driver: OwnDriverId,
  drafted: ContractInput['kind'] | (() => Promise<string>),
): Promise<string> {
  const id = await (typeof drafted === 'string' ? draft(at, draftOf(driver, drafted, at)) : drafted())
  await makeChange('contract.send', at, (change) => sendContract(change, id))
  const link = await makeChange('contract.link', at, (change) => linkContract(change, id, { days: 14, byMail: false }))
  const token = link.split('/').at(-1) ?? ''
  const opened = at.add({ hours: 3 })
  await noteOpening(id, { actor: SYSTEM, now: opened, browser: 'Demonstração' })
  const facts = await factsOf(driver, opened)
  const { name } = await getDriver(driver)
  const typed = { nif: facts?.nif, licence: facts?.licence ?? undefined }
  const isByCode = (await findByLink(token, opened))?.way.by === 'code'
  if (isByCode) await makeChange('contract.code', opened, (change) => askForCodeByLink(change, token, 'Demonstração'))
  const code = isByCode ? { code: await mailedCode() } : {}
  await makeChange('contract.sign', opened.add({ minutes: 6 }), (change) =>
    signByLink(change, token, { name, browser: 'Demonstração', typed, ...code }),
  )
  return id
}

/** The fee went up after the text was written and before the company signed it: somebody has to look at the two. */
async function raiseFeeBeforeSealing(now: Temporal.Instant, driver: OwnDriverId, company: Signing): Promise<void> {
  const id = await signWithoutAccount(now.subtract({ hours: 72 }), driver, 'own-car')
  const [agreed] = await listTerms(driver)
  if (!agreed) return
  const dearer: Terms = { ...agreed.terms, fee: { mode: 'fixed', amount: cents(30_00), always: false } }
  await makeChange('driver.add-terms', now.subtract({ hours: 48 }), (change) =>
    addTerms(change, driver, { from: weekAt(now), terms: dearer, reason: 'Taxa revista para todos' }),
  )
  await makeChange('contract.seal', now.subtract({ hours: 24 }), (change) => sealContract(change, id, company))
}

/** An own car is lent to the operator, and what says so ends within the time of the first warning; what Uber asks for waits for its owner. */
async function cedeCar(now: Temporal.Instant, driver: OwnDriverId, company: Signing): Promise<void> {
  const day = (days: number) => now.toZonedDateTimeISO('UTC').toPlainDate().add({ days }).toString()
  const at = now.subtract({ hours: 31 * 24 })
  const of = (kind: ContractInput['kind'], from: Temporal.Instant, endsOn: string) =>
    draft(from, { ...draftOf(driver, 'own-car', from), kind, endsOn })
  const loan = await signWithoutAccount(at, driver, () => of('car-loan', at, day(48)))
  await makeChange('contract.seal', now.subtract({ hours: 30 * 24 }), (change) => sealContract(change, loan, company))
  const yesterday = now.subtract({ hours: 24 })
  const use = await of('car-use', yesterday, day(364))
  await makeChange('contract.send', yesterday, (change) => sendContract(change, use))
}

async function signOnPaper(at: Temporal.Instant, driver: OwnDriverId): Promise<void> {
  const id = await draft(at, draftOf(driver, 'fleet-car', at))
  const pages = [photo(), photo()].map((page) => new Blob([page.slice()]))
  await makeChange('contract.paper', at.add({ hours: 2 }), (change) => addSignedPaper(change, id, pages))
}

/** Reads the code in the last mail that has one, as the signer would. */
async function mailedCode(): Promise<string> {
  const { code } = await db
    .selectFrom('mail_outbox')
    .select(sql<string>`params ->> 'code'`.as('code'))
    .where('template', '=', 'contract-code')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return code
}

function draft(at: Temporal.Instant, input: ContractInput): Promise<string> {
  return makeChange('contract.draft', at, (change) => draftContract(change, input))
}

function draftOf(driver: string, kind: ContractInput['kind'], from: Temporal.Instant): ContractInput {
  return contractInput.parse({
    driver,
    kind,
    language: 'pt',
    startsOn: from.toString().slice(0, 10),
    endsOn: '',
    representative: 'Helena Matos',
    driverAddress: 'Rua de Exemplo, 12, 2800-000 Almada',
    driverDocument: 'CC 00000000 0 ZX0, válido até 20/05/2031',
    driverLicence: 'L-00000000, válida até 11/03/2034',
    driverCertificate: '00000/0000, válido até 02/09/2029',
  })
}
