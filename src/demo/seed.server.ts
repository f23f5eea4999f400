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
import { receiveStatement, refuseOnePayment } from './bank.server.ts'
import { takeListOfCars } from './car-list.server.ts'
import { addCarEvents } from './cars.server.ts'
import { actOnPlatforms, connectPlatforms, connectTrackers, prepareMondays } from './connections.server.ts'
import { agreeInWriting } from './contracts.server.ts'
import { mailNegativeForecasts } from '#features/weeks/forecasts/commands.server.ts'
import { makeKey } from '#features/imports/deliveries/commands.server.ts'
import { addMailbox, pauseMailbox } from '#features/imports/mailboxes/commands.server.ts'
import { mailboxInput } from '#features/imports/mailboxes/schema.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { makeChange } from './change.server.ts'
import { settleAccidents } from './accidents.server.ts'
import { reportDamage } from './damage-reports.server.ts'
import { askTheOffice } from './tickets.server.ts'
import { LEAVES_AFTER, addOfficeEvents, takeDearerCar } from './driver-life.server.ts'
import {
  ADMIN_EMAIL,
  DRIVERS,
  type DemoDriver,
  PUBLIC_FACTS,
  LEAVER,
  SECOND_ADMIN_EMAIL,
  email,
  roster,
} from './fleet.ts'
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
  /** Absent in demonstrations made before there was a second administrator. */
  secondAdminEmail?: string
  secondAdminPassword?: string
  driverEmail: string
  driverPassword: string
  /** Folder with the files of the open week, ready to be dropped. */
  files: string
}

/** The size of a demonstration. Benches make larger ones, which begin with the usual one. */
export type DemoSize = { weeks: number; drivers: readonly DemoDriver[] }

const USUAL: DemoSize = { weeks: 12, drivers: DRIVERS }
/** Number of the week in which the bank refused one payment, which went out again in a second file. */
const REFUSED_IN = 5
const REFUSED = 'M10'
/** Number of the week in which a colleague used Rui's car, and paid one toll in cash. */
const LENT_IN = 8

/**
 * Fills an empty installation with the invented fleet, through the same commands that people use: complete weeks that
 * are imported, approved and paid, other events of those weeks, applications and messages. Writes the files of the
 * week that has just ended, ready to be dropped and approved. Returns the sign-ins of the demonstration, also at later
 * starts, and `null` for an installation with data of its own.
 */
export async function seedDemo({ weeks, drivers }: DemoSize = USUAL): Promise<DemoSignIns | null> {
  const withLeaver = [...drivers, LEAVER]
  const known = readIfExists(dataPath('demo', 'sign-ins.json'))
  if (known) return withFiles(JSON.parse(known) as DemoSignIns)
  if (await isInUse()) return null

  const now = Temporal.Now.instant()
  const ended = previousWeek(weekAt(now))
  const first = previousWeek(ended, weeks)
  await makeChange('demo.load-fleet', now, async (change) => {
    await loadFleet(
      change,
      { ...roster(withLeaver), contract_terms: termsSignedOnPaper(first) },
      { terms: 'keep', merge: false },
    )
  })
  await makeChange('company.save', now, fillInCompany)
  await makeChange('brand.save', now, (change) => saveBrand(change, demoBrand()))
  await makeChange('offer.save', now, (change) => saveOffer(change, demoOffer(now)))
  await agreeTerms(first, drivers)
  const ids = await driverIds()
  for (let at = 0; at < weeks; at++) {
    await settleAndPay(nextWeek(first, at), at > LEAVES_AFTER ? drivers : withLeaver, {
      lentIn: nextWeek(first, LENT_IN),
      refusedIn: nextWeek(first, REFUSED_IN),
    })
    await receiveReceipts(nextWeek(first, at), weeks - 1 - at)
    await addOfficeEvents(at, nextWeek(first, at), ids)
  }
  await receiveStatement(nextWeek(first, weeks - 1))
  await deliverMonths(first, nextWeek(first, weeks - 1), now)
  await doDuties(bounds(first).start, now)
  await addCarEvents(now, ids)
  await receivePapers(now, withLeaver, ids)
  await recordTimes(now, ids)
  await agreeInWriting(now, ids)
  await receiveVisitors(now)
  await connectPlatforms(now)
  await actOnPlatforms(now, ids)
  await billTollsByTrips(ended, ids)
  await shareOneStatement(nextWeek(first, weeks - 1), ids)
  await takeDearerCar(now, ids)
  await takeListOfCars(now)
  await sendReminders(now)
  await tellOneNotice(now, ids)
  await reportDamage(now, ids)
  await settleAccidents(now, ids)
  await askTheOffice(now, ids)
  await protectData(now, requireValue(ids, firstOf(DRIVERS).ref) as OwnDriverId)
  await recordPositions(now)
  await connectTrackers(now)
  await watchOverCars(now)
  await deleteMessages()

  const saved = await createSignIns(weekName(ended), now)
  const { uid } = await db.selectFrom('users').select('uid').where('email', '=', ADMIN_EMAIL).executeTakeFirstOrThrow()
  await saveReports(now, uid)
  await prepareMondays(now, uid)
  await addGivenUpWork(now)
  await sendByWhatsApp(now, requireValue(ids, firstOf(DRIVERS).ref))
  await deleteMessages()
  await makeChange('delivery.make-key', now, (change) =>
    makeKey(change, { name: 'Computador do escritório', takesIn: false }),
  )
  // This mailbox has no server, so pause it before anything asks it.
  await makeChange('mailbox.add', now, async (change) => {
    await pauseMailbox(change, await addMailbox(change, DEMO_MAILBOX))
  })
  const signIns = withFiles(saved)
  writeWeekFiles(ended, signIns.files, drivers)
  writeFileSync(dataPath('demo', 'sign-ins.json'), JSON.stringify(saved), { mode: 0o600 })
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

/** Finds the folder of the files by its name, because the data may have been moved or copied. */
function withFiles(signIns: DemoSignIns): DemoSignIns {
  return { ...signIns, files: dataPath('demo', basename(signIns.files)) }
}

/** Fills in what the law requires the company to publish, and how to reach it. */
async function fillInCompany(change: Change): Promise<void> {
  const company = await findCompany(change.tx)
  if (!company) return
  await saveCompany(change, {
    ...companyRecord.only(company),
    licenceNumber: PUBLIC_FACTS.licence,
    phone: PUBLIC_FACTS.phone,
    email: PUBLIC_FACTS.email,
    address: 'Rua de Exemplo, 1\n1000-000 Lisboa',
    hoursPt: 'Dias úteis, das 9h às 18h',
    hoursEn: 'Weekdays, 9 am to 6 pm',
    comparesDrivers: true,
    version: company.version,
    debtorIban: null,
  })
}

/** The brand of the invented company; its description says that the company is invented. */
function demoBrand() {
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

/** The offer of the invented company, which hires for two more months. */
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

/**
 * From the given week on, makes the company pay the tolls of trips of the driver who only drives for Bolt, whose orders
 * say when each trip was.
 */
async function billTollsByTrips(from: Week, ids: ReadonlyMap<string, string>) {
  const driver = DRIVERS.find(({ uber, bolt }) => uber === null && bolt !== null)
  if (!driver) return
  const reason = 'As portagens das viagens passam a ser da empresa'
  const terms = { ...driver.terms, tollPolicy: 'off-trip' as const }
  await makeChange('driver.add-terms', bounds(from).start, (change) =>
    addTerms(change, requireValue(ids, driver.ref), { from, terms, reason }),
  )
}

/** A contract signed on paper before the company used this product; its terms came with the fleet. */
function termsSignedOnPaper(from: Week) {
  const { fee, rent, tripVat, tollPolicy, regime } = LEAVER.terms
  if (fee.mode !== 'percent') throw new Error('The demonstration agreed a share with the driver who left.')
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

/** Imports a week's files on its Monday, approves it, exports its bank file, and confirms the payment on Thursday. */
async function settleAndPay(
  week: Week,
  drivers: readonly DemoDriver[],
  { lentIn, refusedIn }: { lentIn: Week; refusedIn: Week },
) {
  const mondayMorning = bounds(week).end.add({ hours: 9 })
  for (const { name, text } of [...weekFiles(week, false, drivers), ...workFiles(week, drivers)]) {
    await makeChange('import.take-in', mondayMorning, async (change) => {
      const [outcome] = await importFile(change, { name, bytes: new TextEncoder().encode(text) })
      if (outcome?.status !== 'imported' && outcome?.status !== 'duplicate' && outcome?.status !== 'reference') {
        throw new Error(`The demonstration's own file ${name} was refused: ${JSON.stringify(outcome?.refusal)}`)
      }
    })
  }
  if (week === lentIn) await excludeToll(week, mondayMorning)
  await makeChange('week.approve', mondayMorning.add({ hours: 1 }), (change) =>
    approveWeek(change, week, { leaveUnmatched: false }),
  )
  const { batchId } = await makeChange('batch.export', mondayMorning.add({ hours: 2 }), (change) =>
    exportBatch(change, week),
  )
  const thursday = mondayMorning.add({ hours: 74 })
  if (week === refusedIn) {
    await refuseOnePayment(week, REFUSED, mondayMorning.add({ hours: 26 }))
    const again = await makeChange('batch.export', mondayMorning.add({ hours: 30 }), (change) =>
      exportBatch(change, week),
    )
    await makeChange('batch.confirm', thursday, (change) => confirmBatch(change, again.batchId))
  }
  await makeChange('batch.confirm', thursday, (change) => confirmBatch(change, batchId))
}

/** Records that the office sent the first driver's statement of the last week by WhatsApp. */
async function shareOneStatement(week: Week, ids: ReadonlyMap<string, string>) {
  const at = bounds(week).end.add({ hours: 10, minutes: 4 })
  await makeChange('week.tell-by-whatsapp', at, (change) =>
    tellByWhatsApp(change, week, requireValue(ids, firstOf(DRIVERS).ref)),
  )
}

/** Records that the office sent the newest notice of a driver without an account by WhatsApp. */
async function tellOneNotice(now: Temporal.Instant, ids: ReadonlyMap<string, string>) {
  const [notice] = await listSpoken(requireValue(ids, lastOf(DRIVERS).ref), 1)
  if (notice) await makeChange('notice.told', now, (change) => noteSentByHand(change, notice.id))
}

/** Gives the reminders that the site gives every day, so that its first start gives none. */
async function sendReminders(now: Temporal.Instant) {
  await warnDrivers(now)
  await remindOfDisputes(now)
  await remindOfReceipts(now)
  await remindOfContracts(now)
  await mailNegativeForecasts(now)
}

/**
 * Deletes the mails that the invented weeks ordered, so that none is sent. No worker runs yet, so all waiting mails are
 * the demonstration's.
 */
async function deleteMessages() {
  await withConnection({ connectionString: await databaseUrl() }, async (owner) => {
    await owner.query(
      `select graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where task_identifier in ('mail.deliver', $1)))`,
      [announceStatements.name],
    )
    await owner.query('delete from mail_outbox')
  })
}

/** Answers one toll of Rui as not counting. */
async function excludeToll(week: Week, at: Temporal.Instant) {
  const rui = requireValue(await driverIds(), 'M1')
  const { statements } = await getWeek(week)
  const toll = statements.find(({ driver }) => driver.id === rui)?.rows.find(({ kind }) => kind === 'toll')
  if (!toll) return
  const reason = 'Um colega levou a viatura e pagou em dinheiro'
  await makeChange('row.answer', at, (change) => answerRow(change, week, { row: toll.id, says: 'nothing', reason }))
}

/** Makes three accounts with random passwords, which are saved beside the data and nowhere else. */
async function createSignIns(folder: string, now: Temporal.Instant): Promise<DemoSignIns> {
  const driver = firstOf(DRIVERS)
  const signIns = {
    adminEmail: ADMIN_EMAIL,
    adminPassword: randomBytes(9).toString('base64url'),
    secondAdminEmail: SECOND_ADMIN_EMAIL,
    secondAdminPassword: randomBytes(9).toString('base64url'),
    driverEmail: email(driver),
    driverPassword: randomBytes(9).toString('base64url'),
    files: folder,
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

/** The reports about the drivers' work, which have no amounts. */
function workFiles(week: Week, drivers: readonly DemoDriver[]) {
  return [qualityFile(week, drivers), tripFile(week, drivers)]
}

function writeWeekFiles(week: Week, folder: string, drivers: readonly DemoDriver[]) {
  mkdirSync(folder, { recursive: true })
  for (const { name, text } of weekFiles(week, true, drivers)) writeFileSync(join(folder, name), text)
}
