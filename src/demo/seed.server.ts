import { firstOf, requireValue, lastOf } from '#domain/certain.ts'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { databaseUrl, db } from '#db/client.server.ts'
import { withConnection } from '#db/with-connection.server.ts'
import { type Week, bounds, monday, nextWeek, previousWeek, weekAt, weekName } from '#domain/week.ts'
import { answerRow } from '#features/weeks/answers/commands.server.ts'
import { createAccount } from '#features/accounts/commands.server.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { saveBrand } from '#features/company/brand/commands.server.ts'
import { saveCompany } from '#features/company/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { companyRecord } from '#features/company/schema.ts'
import { brandInput } from '#features/company/brand/schema.ts'
import { saveOffer } from '#features/company/offer/commands.server.ts'
import { type OfferInput } from '#features/company/offer/schema.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { loadFleet } from '#features/roster/commands.server.ts'
import { importFile } from '#features/imports/commands.server.ts'
import { noteSentByHand } from '#features/mail/notice-tellings/commands.server.ts'
import { listSpoken } from '#features/mail/notice-tellings/queries.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { announceStatements } from '#features/settlements/jobs.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { translator } from '#messages/translate.ts'
import { tellByWhatsApp } from '#features/statements/tellings/commands.server.ts'
import { remindOfContracts } from '#features/contracts/reminders/commands.server.ts'
import { warnDrivers } from '#features/papers/deadlines/commands.server.ts'
import { remindOfReceipts } from '#features/payments/green-receipts/commands.server.ts'
import { remindOfDisputes } from '#features/statements/disputes/commands.server.ts'
import { dataPath } from '#platform/env.server.ts'
import { readIfExists } from '#platform/process.ts'
import { receiveStatement } from './bank.server.ts'
import { addCarEvents } from './cars.server.ts'
import { actOnPlatforms, connectPlatforms, connectTrackers, prepareMondays } from './connections.server.ts'
import { agreeInWriting } from './contracts.server.ts'
import { mailNegativeForecasts } from '#features/weeks/forecasts/commands.server.ts'
import { makeKey } from '#features/imports/deliveries/commands.server.ts'
import { addMailbox, pauseMailbox } from '#features/imports/mailboxes/commands.server.ts'
import { mailboxInput } from '#features/imports/mailboxes/schema.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { makeChange } from './change.server.ts'
import { reportDamage } from './damage-reports.server.ts'
import { askTheOffice } from './tickets.server.ts'
import { LEAVES_AFTER, addOfficeEvents, takeDearerCar } from './driver-life.server.ts'
import { ADMIN_EMAIL, DRIVERS, type DemoDriver, FACE, LEAVER, SECOND_ADMIN_EMAIL, email, roster } from './fleet.ts'
import { deliverMonths } from './months.server.ts'
import { doDuties } from './duties.server.ts'
import { protectData } from './privacy.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { receivePapers } from './papers.server.ts'
import { recordTimes } from './times.server.ts'
import { receiveReceipts } from './receipts.server.ts'
import { addGivenUpWork } from './given-up.server.ts'
import { saveReports } from './reports.server.ts'
import { receiveVisitors } from './visitors.server.ts'
import { sendByWhatsApp } from './whatsapp.server.ts'
import { watchOverCars } from './tracks-watched.server.ts'
import { recordPositions } from './tracks.server.ts'
import { qualityFile, tripFile } from './uber-files.ts'
import { weekFiles } from './week-files.ts'

export type DemoSignIns = {
  adminEmail: string
  adminPassword: string
  /** Absent in a demonstration from before there were two. */
  secondAdminEmail?: string
  secondAdminPassword?: string
  driverEmail: string
  driverPassword: string
  /** Where the files of the open week lie, ready to be dropped. */
  files: string
}

/** How much of it there is: a bench makes a larger one, of which the usual one is the beginning. */
export type DemoSize = { weeks: number; drivers: readonly DemoDriver[] }

const USUAL: DemoSize = { weeks: 12, drivers: DRIVERS }
/** The week in which Rui's car was lent to a colleague for one passage, which the colleague paid in cash. */
const LENT_IN = 8

/**
 * Fills an empty installation with the invented fleet: twelve complete weeks, imported, approved and paid, what happens
 * beside them, and who applied or wrote, all through the same commands as everything else; and the files of the week that
 * has just ended, ready to be dropped and approved. Answers the two sign-ins of a
 * demonstration, also at later starts; `null` for an installation that is somebody's own.
 */
export async function seedDemo({ weeks, drivers }: DemoSize = USUAL): Promise<DemoSignIns | null> {
  const all = [...drivers, LEAVER]
  const known = readIfExists(dataPath('demo', 'sign-ins.json'))
  if (known) return withFiles(JSON.parse(known) as DemoSignIns)
  if (await isInUse()) return null

  const now = Temporal.Now.instant()
  const ended = previousWeek(weekAt(now))
  const first = previousWeek(ended, weeks)
  await makeChange('demo.load-fleet', now, async (change) => {
    await loadFleet(change, { ...roster(all), contract_terms: signedElsewhere(first) }, { terms: 'keep', merge: false })
  })
  await makeChange('company.save', now, sayCompany)
  await makeChange('brand.save', now, (change) => saveBrand(change, demoFace()))
  await makeChange('offer.save', now, (change) => saveOffer(change, demoOffer(now)))
  await agreeTerms(first, drivers)
  const ids = await driverIds()
  for (let at = 0; at < weeks; at++) {
    await settleAndPay(nextWeek(first, at), at > LEAVES_AFTER ? drivers : all, { lent: nextWeek(first, LENT_IN) })
    await receiveReceipts(nextWeek(first, at), weeks - 1 - at)
    await addOfficeEvents(at, nextWeek(first, at), ids)
  }
  await receiveStatement(nextWeek(first, weeks - 1))
  await deliverMonths(first, nextWeek(first, weeks - 1), now)
  await doDuties(bounds(first).start, now)
  await addCarEvents(now, ids)
  await receivePapers(now, all, ids)
  await recordTimes(now, ids)
  await agreeInWriting(now, ids)
  await receiveVisitors(now)
  await connectPlatforms(now)
  await actOnPlatforms(now, ids)
  await billTollsByTrips(ended, ids)
  await tellOne(nextWeek(first, weeks - 1), ids)
  await takeDearerCar(now, ids)
  await remindOfAll(now)
  await sayOne(now, ids)
  await reportDamage(now, ids)
  await askTheOffice(now, ids)
  await protectData(now, requireValue(ids, firstOf(DRIVERS).ref) as OwnDriverId)
  await recordPositions(now)
  await connectTrackers(now)
  await watchOverCars(now)
  await forgetMessages()

  const kept = await createSignIns(weekName(ended), now)
  const { uid } = await db.selectFrom('users').select('uid').where('email', '=', ADMIN_EMAIL).executeTakeFirstOrThrow()
  await saveReports(now, uid)
  await prepareMondays(now, uid)
  await addGivenUpWork(now)
  await sendByWhatsApp(now, requireValue(ids, firstOf(DRIVERS).ref))
  await forgetMessages()
  await makeChange('delivery.make-key', now, (change) =>
    makeKey(change, { name: 'Computador do escritório', takesIn: false }),
  )
  // No server stands behind it: it is paused from the beginning, and nobody is asked.
  await makeChange('mailbox.add', now, async (change) => {
    await pauseMailbox(change, await addMailbox(change, DEMO_MAILBOX))
  })
  const signIns = withFiles(kept)
  writeWeekFiles(ended, signIns.files, drivers)
  writeFileSync(dataPath('demo', 'sign-ins.json'), JSON.stringify(kept), { mode: 0o600 })
  return signIns
}

const DEMO_MAILBOX = mailboxInput.parse({
  intent: 'save',
  name: 'Relatórios por e-mail',
  host: 'imap.exemplo.pt',
  port: '993',
  safety: 'tls',
  login: 'semana@exemplo.pt',
  password: 'de-demonstracao',
  folder: 'INBOX',
  movesTo: 'Recebidos',
  senders: '@uber.com\n@bolt.eu',
  proof: 'mx.exemplo.pt',
  unasked: 'on',
})

/** The folder is kept by its name: the data may have been moved or copied. */
function withFiles(kept: DemoSignIns): DemoSignIns {
  return { ...kept, files: dataPath('demo', basename(kept.files)) }
}

/** What the law has the invented company say of itself, and where one reaches it. */
async function sayCompany(change: Change): Promise<void> {
  const known = await findCompany(change.tx)
  if (!known) return
  await saveCompany(change, {
    ...companyRecord.only(known),
    licenceNumber: FACE.licence,
    phone: FACE.phone,
    email: FACE.email,
    address: 'Rua de Exemplo, 1\n1000-000 Lisboa',
    hoursPt: 'Dias úteis, das 9h às 18h',
    hoursEn: 'Weekdays, 9 am to 6 pm',
    comparesDrivers: true,
    version: known.version,
    debtorIban: null,
  })
}

/** The public face of the invented company, which says of itself that it is one. */
function demoFace() {
  const nothing = Object.fromEntries(Object.keys(brandInput.shape).map((name) => [name, '']))
  const { logo: _, removeLogo: __, ...empty } = nothing
  return brandInput.parse({
    ...empty,
    version: 0,
    facebook: 'https://www.facebook.com/caisdovolante.exemplo',
    instagram: 'https://www.instagram.com/caisdovolante.exemplo',
    linkedin: 'https://www.linkedin.com/company/caisdovolante-exemplo',
    descriptionPt: translator('pt')('common.brand.demo'),
    descriptionEn: translator('en')('common.brand.demo'),
  })
}

/** What the invented company offers, with places open for two months. */
function demoOffer(now: Temporal.Instant): OfferInput {
  return {
    version: 0,
    tellsDeposit: 'told',
    tellsKilometres: 'told',
    noticeDays: 15,
    rentBuysPt: ['Seguro com franquia de 500 €', 'Manutenção e pneus', 'Viatura de substituição em 48 horas'],
    rentBuysEn: ['Insurance with an excess of €500', 'Maintenance and tyres', 'A replacement car within 48 hours'],
    carsPt: ['Toyota Corolla Touring, gasolina', 'Hyundai Kona e Nissan Leaf, elétricos'],
    carsEn: ['Toyota Corolla Touring, petrol', 'Hyundai Kona and Nissan Leaf, electric'],
    cities: ['Lisboa', 'Almada', 'Sintra'],
    hiringAs: 'contractor',
    hiringUntil: now.toZonedDateTimeISO('Europe/Lisbon').toPlainDate().add({ months: 2 }).toString(),
  }
}

async function isInUse(): Promise<boolean> {
  const [company, user, driver] = await Promise.all([
    db.selectFrom('company').select('name').limit(1).executeTakeFirst(),
    db.selectFrom('users').select('uid').limit(1).executeTakeFirst(),
    db.selectFrom('drivers').select('id').limit(1).executeTakeFirst(),
  ])
  return Boolean(company ?? user ?? driver)
}

async function agreeTerms(first: Week, drivers: readonly DemoDriver[]) {
  const now = bounds(first).start
  const ids = await driverIds()
  await makeChange('demo.agree-terms', now, async (change) => {
    for (const driver of drivers) {
      await addTerms(change, requireValue(ids, driver.ref), {
        from: first,
        terms: driver.terms,
        reason: 'Contrato inicial',
      })
    }
  })
}

/** Whoever drives for Bolt alone bears the tolls of no trip from the week that has ended on: Bolt's orders tell them. */
async function billTollsByTrips(from: Week, ids: ReadonlyMap<string, string>) {
  const driver = DRIVERS.find(({ uber, bolt }) => uber === null && bolt !== null)
  if (!driver) return
  const reason = 'As portagens das viagens passam a ser da empresa'
  const terms = { ...driver.terms, tollPolicy: 'off-trip' as const }
  await makeChange('driver.add-terms', bounds(from).start, (change) =>
    addTerms(change, requireValue(ids, driver.ref), { from, terms, reason }),
  )
}

/** One signed before there was this product: its terms came with the fleet, and its text lies in a drawer. */
function signedElsewhere(from: Week) {
  const { fee, rent, tripVat, tollPolicy, regime } = LEAVER.terms
  if (fee.mode !== 'percent') throw new Error('The demonstration agrees a share with who left.')
  return [
    {
      driver: LEAVER.ref,
      contract: '7/2025',
      signed_on: monday(from).subtract({ days: 4 }).toString(),
      from,
      regime,
      fee: { mode: 'percent', rate_basis_points: fee.rate, base: fee.base },
      trip_vat: tripVat,
      tolls: tollPolicy,
      rent_cents: rent,
    },
  ]
}

async function driverIds(): Promise<Map<string, string>> {
  const drivers = await db.selectFrom('drivers').select(['id', 'ref']).execute()
  return new Map(drivers.map(({ id, ref }) => [ref, id]))
}

/** A Monday of files, an approval, a bank file, and the Thursday it was paid. */
async function settleAndPay(week: Week, drivers: readonly DemoDriver[], { lent }: { lent: Week }) {
  const mondayMorning = bounds(week).end.add({ hours: 9 })
  for (const { name, text } of [...weekFiles(week, false, drivers), ...workFiles(week, drivers)]) {
    await makeChange('import.take-in', mondayMorning, async (change) => {
      const [outcome] = await importFile(change, { name, bytes: new TextEncoder().encode(text) })
      if (outcome?.status !== 'imported' && outcome?.status !== 'duplicate' && outcome?.status !== 'reference') {
        throw new Error(`The demonstration's own file ${name} was refused: ${JSON.stringify(outcome?.refusal)}`)
      }
    })
  }
  if (week === lent) await setAside(week, mondayMorning)
  await makeChange('week.approve', mondayMorning.add({ hours: 1 }), (change) =>
    approveWeek(change, week, { leaveUnmatched: false }),
  )
  const { batchId } = await makeChange('batch.export', mondayMorning.add({ hours: 2 }), (change) =>
    exportBatch(change, week),
  )
  await makeChange('batch.confirm', mondayMorning.add({ hours: 74 }), (change) => confirmBatch(change, batchId))
}

/** The last week's first driver is told by WhatsApp, as on every Monday. */
async function tellOne(week: Week, ids: ReadonlyMap<string, string>) {
  const at = bounds(week).end.add({ hours: 10, minutes: 4 })
  await makeChange('week.tell-by-whatsapp', at, (change) =>
    tellByWhatsApp(change, week, requireValue(ids, firstOf(DRIVERS).ref)),
  )
}

/** The newest notice of a driver without an account is said by WhatsApp. */
async function sayOne(now: Temporal.Instant, ids: ReadonlyMap<string, string>) {
  const [notice] = await listSpoken(requireValue(ids, lastOf(DRIVERS).ref), 1)
  if (notice) await makeChange('notice.told', now, (change) => noteSentByHand(change, notice.id))
}

/** What the site reminds of by itself every day: told by now, so that its first start tells nobody. */
async function remindOfAll(now: Temporal.Instant) {
  await warnDrivers(now)
  await remindOfDisputes(now)
  await remindOfReceipts(now)
  await remindOfContracts(now)
  await mailNegativeForecasts(now)
}

/**
 * Nobody invented reads mail: what the weeks ordered is neither written nor sent. No worker runs yet, so what waits is the
 * demonstration's alone.
 */
async function forgetMessages() {
  await withConnection({ connectionString: await databaseUrl() }, async (owner) => {
    await owner.query(
      `select graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where task_identifier in ('mail.deliver', $1)))`,
      [announceStatements.name],
    )
    await owner.query('delete from mail_outbox')
  })
}

/** One passage that the office says does not count. */
async function setAside(week: Week, at: Temporal.Instant) {
  const rui = requireValue(await driverIds(), 'M1')
  const { statements } = await getWeek(week)
  const toll = statements.find(({ driver }) => driver.id === rui)?.rows.find(({ kind }) => kind === 'toll')
  if (!toll) return
  const reason = 'Um colega levou a viatura e pagou em dinheiro'
  await makeChange('row.answer', at, (change) => answerRow(change, week, { row: toll.id, says: 'nothing', reason }))
}

/** Three accounts with passwords of chance, kept beside the data and nowhere else. */
async function createSignIns(open: string, now: Temporal.Instant): Promise<DemoSignIns> {
  const driver = firstOf(DRIVERS)
  const signIns = {
    adminEmail: ADMIN_EMAIL,
    adminPassword: randomBytes(9).toString('base64url'),
    secondAdminEmail: SECOND_ADMIN_EMAIL,
    secondAdminPassword: randomBytes(9).toString('base64url'),
    driverEmail: email(driver),
    driverPassword: randomBytes(9).toString('base64url'),
    files: open,
  }
  const driverId = requireValue(await driverIds(), driver.ref)
  const account = (name: string, address: string, password: string) => ({
    email: address,
    password,
    displayName: name,
    emailVerified: true,
  })
  await createAccount(
    { ...account('Helena Matos', signIns.adminEmail, signIns.adminPassword), role: 'admin', driverId: null },
    SYSTEM,
    now,
  )
  await createAccount(
    {
      ...account('Inês Prata', signIns.secondAdminEmail, signIns.secondAdminPassword),
      role: 'admin',
      driverId: null,
      scopes: ['operations', 'finance'],
    },
    SYSTEM,
    now,
  )
  await createAccount(
    { ...account(driver.name, signIns.driverEmail, signIns.driverPassword), role: 'driver', driverId },
    SYSTEM,
    now,
  )
  return signIns
}

/** Reports that say how drivers worked, and no money. */
function workFiles(week: Week, drivers: readonly DemoDriver[]) {
  return [qualityFile(week, drivers), tripFile(week, drivers)]
}

function writeWeekFiles(week: Week, folder: string, drivers: readonly DemoDriver[]) {
  mkdirSync(folder, { recursive: true })
  for (const { name, text } of weekFiles(week, true, drivers)) writeFileSync(join(folder, name), text)
}
