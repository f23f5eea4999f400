import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { copyFileSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { db, inTransaction } from '#db/client.server.ts'
import { type WaitingWork, listWaitingWork } from '#db/table-copies.server.ts'
import { createAccount, disableAccount } from '#features/accounts/commands.server.ts'
import { takeApproval } from '#features/weeks/approvals/commands.server.ts'
import { savePerson } from '#features/recruitment/commands.server.ts'
import { personInput } from '#features/recruitment/schema.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { recordConsent } from '#features/visitors/consent/commands.server.ts'
import { closeSignIns, recordDeparture, returnDriver } from '#features/departures/commands.server.ts'
import { addPaper } from '#features/papers/commands.server.ts'
import { addRule } from '#features/fleet/upkeep/commands.server.ts'
import { addMailbox } from '#features/imports/mailboxes/commands.server.ts'
import { mailboxInput } from '#features/imports/mailboxes/schema.ts'
import { setConnection } from '#features/connections/commands.server.ts'
import { connectionInput } from '#features/connections/schema.ts'
import { proposeAct, saveCashRule } from '#features/connections/acts/commands.server.ts'
import { cents } from '#domain/money.ts'
import { createProfile } from '#features/imports/profiles/commands.server.ts'
import { readSetupInput } from '#features/imports/profiles/schema.ts'
import { saveDrop } from '#features/imports/drops/commands.server.ts'
import { importLongDrop } from '#features/imports/drops/jobs.ts'
import { orderWeekStatements } from '#features/statements/exports/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { saveRunFile, startRun } from '#features/runs/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { fileDevice, storePositions } from '#features/positions/receiving/commands.server.ts'
import { contestLine } from '#features/statements/disputes/commands.server.ts'
import { saveTimes } from '#features/weeks/working-times/commands.server.ts'
import { dataPath } from '#platform/env.server.ts'
import { newSecret } from '#platform/secret.ts'
import {
  MONDAY,
  PUBLIC_FILES,
  WEEK,
  aFleet,
  anApprovedWeek,
  asOwner,
  makeChange,
  dropPublicSet,
  emptyDatabase,
} from './factories.ts'
import { contractWorld } from './contracts.ts'
import { type EveryRow, everyRow } from './every-row.ts'
import { owner } from './owner.ts'
import { anAccount, signInAs, start } from './people.ts'
import { scheduleReport } from '#features/weeks/report-mails/commands.server.ts'
import { bounds, nextWeek } from '#domain/week.ts'
import { monthOfWeek } from '#domain/month.ts'
import { deliverMonth } from '#features/accounting/month-deliveries/commands.server.ts'
import { figuresOfMonth } from '#features/accounting/month-deliveries/queries.server.ts'
import { seenFigures } from '#features/accounting/month-deliveries/schema.ts'
import { DAILY, OFTEN, JOBS } from '../src/jobs.ts'

/** A year before the clock of the jobs, which is the real one. */
const LONG_AGO = Temporal.Now.instant().subtract({ hours: 24 * 1_200 })
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'
const OF_NOBODY = 'f'.repeat(64)

type Row = {
  /** Makes some work to do in an empty installation; answers the payload of the job. */
  scene: () => Promise<object>
  /** Payloads that are too late, too early or about nothing that exists: the job does nothing. */
  stale: object[]
  /** The job writes nothing to the database, not even the first time. */
  isOutside?: true
  /** Tables to which a second run may add rows. */
  grows?: readonly string[]
}

/**
 * A server of platforms that ask to be left alone for an hour. Where nobody answers, a job asks three times and rests
 * for seconds in between: `connections/commands.server.test.ts` tests that.
 */
const platforms = createServer((_, answer) => answer.writeHead(429, { 'retry-after': '3600' }).end())
await new Promise<void>((listening) => platforms.listen(0, '127.0.0.1', listening))
const BUSY = `http://127.0.0.1:${(platforms.address() as AddressInfo).port}`
afterAll(() => platforms.close())

/** Adds a platform that is to be asked and wants to be left alone: the job notes that, and the platform waits. */
async function aConnection(): Promise<void> {
  process.env['CONNECTIONS_LOCAL'] = BUSY
  const typed = { intent: 'save', clientId: 'frota', clientSecret: 'segredo', everyHours: '3', unasked: 'on' }
  await makeChange((change) => setConnection(change, 'bolt', connectionInput.parse(typed)))
}

/** Adds a confirmed act for Uber, about a driver whom no name at Uber belongs to. */
async function anAct(driverId: string): Promise<void> {
  process.env['CONNECTIONS_LOCAL'] = 'http://127.0.0.1:1'
  const typed = { intent: 'save', clientId: 'frota', clientSecret: 'segredo', everyHours: '3', unasked: 'on' }
  await makeChange((change) => setConnection(change, 'uber', connectionInput.parse(typed)))
  await makeChange((change) =>
    proposeAct(change, { provider: 'uber', kind: 'cash-off', driverId, cause: 'person', isConfirmed: true }),
  )
}

/** A car of the operator that nobody has, and a device in it. */
async function aRecordedCar(): Promise<{ car: string; device: number }> {
  const car = (await aFleet()).vehicle('ZX11TA')
  await asOwner(`delete from assignments where vehicle_id = '${car}'`)
  await db.insertInto('position_settings').values({ records_since: LONG_AGO.toString() }).execute()
  return { car, device: await fileDevice(car, Temporal.Now.instant()) }
}

/** Adds a mailbox where nobody answers: the job notes that, and the mailbox waits. */
async function aMailbox(): Promise<string> {
  const typed = {
    intent: 'save',
    name: 'Caixa',
    host: '127.0.0.1',
    port: '1',
    safety: 'none',
    login: 'frota',
    unasked: 'on',
  }
  const rest = { password: 'segredo', folder: 'INBOX', movesTo: '', senders: '@exemplo.pt', proof: '' }
  return makeChange((change) => addMailbox(change, mailboxInput.parse({ ...typed, ...rest })))
}

/** Makes a folder with a file that nobody writes to any more. */
function aFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'volante-jobs-folder-'))
  process.env['DELIVERY_FOLDER'] = folder
  writeFileSync(join(folder, 'semana.csv'), 'Motorista;Valor\nAna;1,00\n')
  utimesSync(join(folder, 'semana.csv'), 0, 0)
}

/** Every job by its name. A job that is ordered and has no row here fails the first test. */
const ROWS: Record<string, Row> = {
  'deliveries.watch-folder': {
    scene: async () => {
      aFolder()
      return {}
    },
    stale: [{}],
  },
  'settlements.announce-statements': {
    scene: async () => {
      await anApprovedWeek()
      return { week: WEEK }
    },
    stale: [{ week: '2020-01-06' }],
  },
  'settlements.tidy-week-marks': {
    scene: async () => {
      await anApprovedWeek()
      await db.insertInto('week_marks').values({ week: WEEK }).execute()
      return {}
    },
    stale: [],
  },
  'departures.end-stays': {
    scene: async () => {
      await aLeaver()
      return {}
    },
    stale: [{}],
  },
  'contracts.remind': {
    scene: async () => {
      const { aSent, own } = await contractWorld()
      await aSent(own)
      await asOwner(`update contract_events set at = now() - interval '6 days'`)
      return {}
    },
    stale: [{}],
  },
  'contracts.stamp': {
    // Nobody answers: the job notes that, and the stamp waits.
    scene: async () => {
      process.env['VOLANTE_STAMP_URL'] = 'http://127.0.0.1:1/'
      const { aSealed, own } = await contractWorld()
      await aSealed(own)
      await asOwner('update contract_stamps set tries = 7')
      return {}
    },
    stale: [{}],
  },
  'papers.warn-of-ends': {
    scene: async () => {
      const fleet = await aFleet()
      const today = Temporal.Now.plainDateISO().toString()
      const paper = { number: '1', issuedOn: null, expiresOn: today, files: [] }
      await makeChange((change) => addPaper(change, { holder: 'driver', id: fleet.driver('D1') }, 'cmtvde', paper))
      return {}
    },
    stale: [{}],
  },
  'upkeep.warn-holders': {
    scene: async () => {
      const car = (await aFleet()).vehicle('ZX11TA')
      await makeChange((change) => addRule(change, car, { what: 'Revisão', everyKm: null, everyMonths: 1 }))
      return {}
    },
    stale: [{}],
  },
  'digests.send': {
    // The company has no data: only its owner can do something about that.
    scene: async () => {
      await db
        .insertInto('users')
        .values({ uid: 'helena', email: 'helena@frota.example', role: 'admin', scopes: ['owner'] })
        .execute()
      await asOwner(`update users set created_at = '2020-01-01'`)
      await asOwner(`insert into digest_choices (uid, rhythm, changed_at) values ('helena', 'daily', '2020-01-01')`)
      return {}
    },
    stale: [{}],
  },
  // Before Thursday, and of drivers with no weeks behind them, it says nothing: its own test shows whom it warns about.
  'forecasts.warn': { scene: async () => ({}), stale: [{}], isOutside: true },
  'reports.send': {
    scene: async () => {
      await db
        .insertInto('users')
        .values({ uid: 'helena', email: 'helena@frota.example', role: 'admin', scopes: ['owner'] })
        .execute()
      const report = { kind: 'week', name: 'Semana', place: '/admin/reports', query: '' } as const
      const time = { rhythm: 'daily', weekday: 1, day: 1, hour: 7 } as const
      await makeChange((change) => scheduleReport(change, 'helena', { ...report, ...time, readers: ['helena'] }))
      await asOwner(`update report_schedules set changed_at = '2020-01-01'`)
      return {}
    },
    stale: [{}],
  },
  'disputes.remind': {
    scene: async () => {
      const fleet = await anApprovedWeek()
      const line = { driver: fleet.driver('D1') as OwnDriverId, week: WEEK, ordinal: 0 }
      await makeChange((change) => contestLine(change, line, { cause: 'amount', words: 'A mais' }))
      await db.insertInto('users').values({ uid: 'helena', email: 'helena@frota.example', role: 'admin' }).execute()
      return {}
    },
    stale: [{}],
  },
  'receipts.remind': {
    scene: async () => {
      await anApprovedWeek()
      // The driver is told of receipts of the last weeks alone: this one was approved two weeks ago.
      const at = Temporal.Now.instant()
        .subtract({ hours: 24 * 15 })
        .toString()
      await asOwner(`alter table settlements disable trigger user; update settlements set issued_at = '${at}', approved_at = '${at}';
        alter table settlements enable trigger user`)
      return {}
    },
    stale: [{}],
  },
  'departures.reopen-sign-in': {
    scene: async () => {
      const { driverId, uid } = await aLeaver()
      await closeSignIns(MONDAY.add({ hours: 24 * 90 }))
      await makeChange((change) => returnDriver(change, driverId, { on: '2026-09-01' }))
      return { uid }
    },
    stale: [{ uid: UNKNOWN_ID }],
  },
  'sessions.end-sign-in': {
    scene: async () => {
      await anAccount('saiu@example.org')
      const { session } = await signInAs('saiu@example.org')
      const row = await db.selectFrom('sessions').selectAll().where('id', '=', session.id).executeTakeFirstOrThrow()
      await db.deleteFrom('sessions').where('id', '=', session.id).execute()
      return { uid: row.uid, session: row.id, sealed: row.refresh_sealed!.toString('base64'), at: start.toString() }
    },
    stale: [{ uid: UNKNOWN_ID, session: UNKNOWN_ID, sealed: '', at: MONDAY.toString() }],
    // The process keeps its signing key, even when its table was emptied.
    grows: ['identity_keys'],
  },
  'mail.deliver': {
    scene: async () => {
      const { id } = await aMessage(MONDAY)
      return { id }
    },
    stale: [{ id: 999_999 }],
  },
  'push.deliver': {
    scene: async () => {
      await db.insertInto('users').values({ uid: 'ana', email: 'ana@example.org', role: 'driver' }).execute()
      const { id } = await db
        .insertInto('push_outbox')
        .values({
          uid: 'ana',
          event: 'plan',
          params: '{}',
          device: 'Chrome',
          created_at: LONG_AGO.toString(),
          next_try_at: LONG_AGO.toString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id }
    },
    stale: [{ id: 999_999 }],
  },
  'whatsapp.deliver': {
    scene: async () => {
      const { id } = await db
        .insertInto('whatsapp_outbox')
        .values({
          event: 'test',
          params: '{}',
          template: 'volante_paid',
          language: 'pt',
          phone: '+351912345678',
          created_at: LONG_AGO.toString(),
          next_try_at: LONG_AGO.toString(),
          expires_at: LONG_AGO.toString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id }
    },
    stale: [{ id: 999_999 }],
  },
  'mail.wake': {
    scene: async () => {
      await aMessage(Temporal.Now.instant().add({ hours: 9_000 }))
      return {}
    },
    stale: [{}],
  },
  'connections.collect': {
    scene: async () => {
      await aConnection()
      return { provider: 'bolt', by: null, at: MONDAY.toString() }
    },
    stale: [{ provider: 'bolt', by: null, at: MONDAY.toString() }],
  },
  'connections.collect-due': {
    scene: async () => {
      await aConnection()
      return {}
    },
    stale: [{}],
  },
  'connections.acts': {
    scene: async () => {
      const fleet = await aFleet()
      await anAct(fleet.driver('D1'))
      return {}
    },
    stale: [{}],
  },
  'connections.weigh-debts': {
    scene: async () => {
      const fleet = await aFleet()
      await makeChange((change) => saveCashRule(change, { isOn: true, limit: cents(100), byItself: false }))
      await asOwner(
        `insert into ledger_accounts (code, driver_id, balance_cents) values ('current', '${fleet.driver('D1')}', -5000)`,
      )
      return {}
    },
    stale: [{}],
  },
  'mondays.run': {
    scene: async () => {
      await aFleet()
      return { asked: { by: null, at: MONDAY.toString() } }
    },
    stale: [{}],
  },
  'mailboxes.look': {
    scene: async () => ({ id: await aMailbox(), at: MONDAY.toString() }),
    stale: [{ id: '00000000-0000-4000-8000-000000000000', at: MONDAY.toString() }],
  },
  'mailboxes.look-due': {
    scene: async () => {
      await aMailbox()
      return {}
    },
    stale: [{}],
  },
  'drops.import-long-drop': {
    scene: async () => {
      await aFleet()
      const subject = await makeChange((change) => saveDrop(change, PUBLIC_FILES, null))
      const order = { kind: 'drop-import' as const, subject, input: { accept: [] as string[] }, job: importLongDrop }
      return { run: await makeChange((change) => startRun(change, order)) }
    },
    stale: [],
  },
  'drops.forget': {
    scene: async () => {
      await aFleet()
      await makeChange((change) => saveDrop(change, PUBLIC_FILES.slice(0, 2), null), { at: LONG_AGO })
      return {}
    },
    stale: [{}],
  },
  'refused-files.read-again': {
    scene: async () => {
      await aFleet()
      const list = (day: string) => ({
        name: `miio ${day}.csv`,
        bytes: Buffer.from(`Data;Matrícula;Custo\n${day}/06/2026 10:00;ZX-33-TC;4,50\n`),
      })
      for (const day of ['02', '03'])
        await makeChange((change) => saveDrop(change, [list(day)], WEEK), { at: LONG_AGO })
      const said = {
        source: 'Miio',
        kind: 'charging',
        date: '0',
        plate: '1',
        amount: '2',
        vat: 'included',
        dates: 'dmy',
      }
      await makeChange((change) => createProfile(change, list('02'), readSetupInput(new URLSearchParams(said))))
      return {}
    },
    stale: [{}],
  },
  'approvals.approve-long-week': {
    scene: async () => {
      await aFleet()
      await dropPublicSet()
      const { net } = (await getWeek(WEEK)).checks
      const seen = { net, drivers: 1_001, unmatched: 1, leaveUnmatched: true, acknowledged: true }
      const { run } = await makeChange((change) => takeApproval(change, WEEK, seen as never))
      return { run }
    },
    stale: [],
  },
  'exports.pack-statements': {
    scene: async () => {
      await anApprovedWeek()
      return { run: await makeChange((change) => orderWeekStatements(change, WEEK, 'pt')) }
    },
    stale: [],
  },
  'runs.forget-files': {
    scene: async () => {
      await anApprovedWeek()
      const run = await makeChange((change) => orderWeekStatements(change, WEEK, 'pt'))
      const file = { name: 'a.zip', bytes: Buffer.from('velho'), mediaType: 'application/zip' }
      await makeChange((change) => saveRunFile(change, run, file as never), { at: LONG_AGO })
      return {}
    },
    stale: [{}],
  },
  'files.forget': {
    scene: async () => {
      await aFleet()
      return { sha256: await inTransaction((tx) => saveFile(tx, Buffer.from('de ninguém'), 'text/plain')) }
    },
    stale: [{ sha256: OF_NOBODY }],
  },
  'applications.forget': {
    scene: async () => {
      await aFleet()
      const person = { name: 'Ana Sá Pinto', email: 'ana.sa@example.org', phone: '912 345 678', municipality: '' }
      const input = personInput.parse({ ...person, regime: 'slot' })
      const where = { language: 'pt', referral: null } as const
      const code = newSecret()
      await makeChange((change) => savePerson(change, code, input, where), { at: LONG_AGO })
      await asOwner(`update applications set state = 'rejected', cause = 'no-place', sent_at = created_at,
        decided_at = created_at, licence_year = 2015, certificate = 'valid', platforms = 'uber'`)
      return {}
    },
    stale: [{}],
  },
  'retention.sweep': {
    scene: async () => {
      await aFleet()
      await db
        .insertInto('contact_messages')
        .values({
          created_at: LONG_AGO.toString(),
          email: 'ana@example.org',
          name: 'Ana',
          language: 'pt',
          state: 'new',
          text: 'Olá',
          topic: 'other',
        })
        .execute()
      return {}
    },
    // Every run is recorded, also one that finds nothing.
    stale: [],
    // Each run is recorded.
    grows: ['retention_runs'],
  },
  'personal-data.forget-account': {
    // The identity service is the site's own: there is nobody to ask.
    scene: async () => {
      await aFleet()
      const { id } = await db
        .insertInto('erasures')
        .values({
          subject: `account:${UNKNOWN_ID}`,
          asked_at: MONDAY.toString(),
          confirmed_at: MONDAY.toString(),
          account_uid: UNKNOWN_ID,
          account_state: 'waiting',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { erasure: id }
    },
    stale: [{ erasure: UNKNOWN_ID }],
  },
  'files.read-signatures': {
    scene: async () => {
      await aFleet()
      const sha256 = await inTransaction((tx) => saveFile(tx, Buffer.from('%PDF-1.4 nada'), 'application/pdf'))
      await asOwner(`insert into maintenance_jobs (vehicle_id, what, done_on, cost_cents, created_at, file_name, file_sha256)
        select id, 'Revisão', '2026-06-01', 100, now(), 'fatura.pdf', '${sha256}' from vehicles limit 1`)
      return {}
    },
    stale: [{}],
  },
  'personal-data.forget': {
    // A person who left and was erased, in a copy that was restored: here the job erases them for the first time.
    scene: async () => {
      const { driverId } = await aLeaver()
      await asOwner(
        `update departures set last_day = '2026-06-14'; update drivers set phone = '912345678' where id = '${driverId}'`,
      )
      await db
        .insertInto('erasures')
        .values({ subject: `driver:${driverId}`, asked_at: MONDAY.toString(), confirmed_at: MONDAY.toString() })
        .execute()
      return {}
    },
    stale: [{}],
  },
  'consent.tell-pixel': {
    // No pixel is set: nothing is sent, and an event that is sent twice carries the number by which its reader recognises it.
    scene: async () => {
      await aFleet()
      return { event: 'lead', eventId: 'x', seconds: 1, address: '', consentId: UNKNOWN_ID, userAgent: '' }
    },
    stale: [],
    isOutside: true,
  },
  'consent.purge-answers': {
    scene: async () => {
      await aFleet()
      await recordConsent({ id: UNKNOWN_ID, version: 1, purposes: [] }, 'pt', LONG_AGO)
      return {}
    },
    stale: [{}],
  },
  'vitals.purge-counts': {
    scene: async () => {
      await aFleet()
      const day = LONG_AGO.toZonedDateTimeISO('UTC').toPlainDate().toString()
      const visit = { day, path: '/', language: 'pt', device: 'phone', vital: 'lcp', step: 1 }
      await db.insertInto('vitals').values(visit).execute()
      return {}
    },
    stale: [{}],
  },
  'months.check-deliveries': {
    scene: async () => {
      const fleet = await anApprovedWeek()
      expect(fleet.driver('D1')).toBeTruthy()
      const month = monthOfWeek(WEEK)
      const seen = seenFigures(await figuresOfMonth(month))
      await makeChange((change) => deliverMonth(change, month, seen), { at: bounds(nextWeek(WEEK, 6)).start })
      return {}
    },
    stale: [],
  },
  'working-times.weigh-averages': {
    scene: async () => {
      await aFleet()
      const driver = await db.selectFrom('drivers').select('id').executeTakeFirstOrThrow()
      const today = Temporal.Now.plainDateISO('Europe/Lisbon')
      const monday = today.subtract({ days: 27 + today.dayOfWeek })
      const lines = Array.from({ length: 28 }, (_, day) => {
        const from = monday.add({ days: day }).toZonedDateTime({ timeZone: 'Europe/Lisbon', plainTime: '06:00' })
        const begins = from.epochMilliseconds / 1_000
        const times = { from: begins, to: begins + 9 * 3_600 }
        return { line: day, driverId: driver.id, ...times, activity: 'driving', plate: '' } as const
      })
      const file = { name: 'livro.csv', bytes: Buffer.from('livro') }
      await makeChange((change) =>
        saveTimes(change, { driverId: driver.id, file, source: 'Livro', fromDriver: false, lines }),
      )
      return {}
    },
    stale: [{}, { drivers: [UNKNOWN_ID] }],
  },
  'positions.sweep': {
    // None of it is in a table of the site: src/features/positions.
    scene: async () => {
      await aRecordedCar()
      return {}
    },
    stale: [],
    isOutside: true,
  },
  'positions.watch': {
    scene: async () => {
      const { device } = await aRecordedCar()
      const at = (seconds: number) => Temporal.Now.instant().subtract({ seconds }).epochMilliseconds
      const fix = { speed: null, course: null, accuracy: null, lon: -9.1 }
      const drive = [150, 120, 90, 60, 30].map((seconds) => ({ ...fix, at: at(seconds), lat: 38.7 - seconds / 5_000 }))
      await storePositions(drive.map((one) => ({ key: device, known: null, fix: one })))
      return {}
    },
    stale: [{}],
    // Until when it looked, and that it looked again.
    grows: ['position_settings', 'position_looks'],
  },
  'positions.count-days': {
    scene: async () => {
      const { device } = await aRecordedCar()
      const at = (seconds: number) => Temporal.Now.instant().subtract({ seconds }).epochMilliseconds
      const fix = { speed: null, course: null, accuracy: null, lon: -9.1 }
      const drive = [30, 20, 10].map((seconds) => ({ ...fix, at: at(seconds), lat: 38.7 + seconds / 5_000 }))
      await storePositions(drive.map((one) => ({ key: device, known: null, fix: one })))
      return {}
    },
    stale: [{}],
  },
  'invariants.prove-books': {
    scene: async () => {
      await anApprovedWeek()
      await anAccount('marta@example.org', 'admin')
      await asOwner(
        `update ledger_accounts set balance_cents = balance_cents + 1, version = version + 1 where code = 'bank'`,
      )
      return {}
    },
    stale: [],
  },
  'audit-chain.anchor': {
    scene: async () => {
      await aFleet()
      return {}
    },
    stale: [],
    isOutside: true,
  },
  'backups.make': {
    scene: async () => {
      await aFleet()
      return {}
    },
    stale: [],
    // Each request is for a copy: two requests make two copies, of which the retention rule deletes one.
    grows: ['backups', 'audit_events', 'audit_head'],
  },
  'restores.note-forgotten': {
    scene: async () => ({ at: LONG_AGO.toString(), table: 'applications', id: crypto.randomUUID() }),
    stale: [],
    isOutside: true,
  },
  'backups.make-due': {
    scene: async () => {
      await aFleet()
      return {}
    },
    stale: [],
  },
  'backups.hold-due-drill': {
    // Without a copy there is nothing to restore; `volante drill` tests it with one: src/features/system/backups.
    scene: async () => {
      await aFleet()
      return {}
    },
    stale: [],
    isOutside: true,
  },
}

/** A driver with an account who left in June and may sign in until the end of July. */
async function aLeaver(): Promise<{ driverId: string; uid: string }> {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const account = {
    email: 'ana@exemplo.pt',
    displayName: 'Ana',
    password: 'uma frase bem longa 7',
    role: 'driver',
  } as const
  const uid = await createAccount({ ...account, driverId }, COMMAND_LINE, MONDAY)
  const leaving = { reason: 'Mudou de cidade', waitsUntil: '2026-07-22', signsInUntil: '2026-07-31', done: [] }
  const at = MONDAY.add({ hours: 24 * 7 })
  await makeChange((change) => recordDeparture(change, driverId, { ...leaving, at }), { at: MONDAY })
  return { driverId, uid }
}

async function aMessage(nextTryAt: Temporal.Instant): Promise<{ id: number }> {
  await aFleet()
  const message = {
    template: 'test',
    params: { link: '/admin/mail', name: 'Ana' },
    recipient: 'ana@example.org',
  } as const
  await makeChange((change) => writeMail(change, { ...message, language: 'pt' }))
  await db.updateTable('mail_outbox').set({ next_try_at: nextTryAt.toString() }).execute()
  return db.selectFrom('mail_outbox').select('id').executeTakeFirstOrThrow()
}

const work = (name: string, payload: object) => JOBS[name]!(payload)

type State = { tables: EveryRow; queue: readonly WaitingWork[] }

/** Every row of every table, and the waiting work of the queue. */
async function everything(): Promise<State> {
  const tables = new Map(await everyRow())
  // Whoever looks first notes which keys this folder has: that is not the job's work.
  tables.delete('field_keys')
  return { tables, queue: await listWaitingWork(await owner()) }
}

/**
 * Rows that came or went, each with its table, and whether the queue changed; rows of tables that may grow are left
 * out.
 */
function changed(before: State, after: State, grows: readonly string[] = []): string[] {
  const rows = [...after.tables].flatMap(([name, lines]) => {
    const [known, now] = [new Set(before.tables.get(name)), new Set(lines)]
    const gone = [...known].filter((line) => !now.has(line))
    const come = lines.filter((line) => !known.has(line))
    return [...(grows.includes(name) ? [] : [...gone, ...come])].map((line) => `${name}: ${line}`)
  })
  return JSON.stringify(before.queue) === JSON.stringify(after.queue) ? rows : [...rows, 'the queue']
}

/** Empties the database and the data directory, but for the keys: rows that were loaded once are put back with them. */
async function empty(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'volante-jobs-'))
  copyFileSync(dataPath('field-keys'), join(folder, 'field-keys'))
  process.env['VOLANTE_DATA'] = folder
  delete process.env['DELIVERY_FOLDER']
  process.env['BACKUP_TO'] = join(process.env['VOLANTE_DATA'], 'backups')
  await emptyDatabase()
  await asOwner('delete from graphile_worker._private_jobs')
}
beforeEach(empty)

test('every job has a row here, and whatever is ordered by itself is a job', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(Object.keys(JOBS).toSorted())
  for (const { name } of [...DAILY, ...OFTEN]) expect(Object.keys(JOBS)).toContain(name)
})

test.each(Object.entries(ROWS))(
  '%s changes no more when it comes twice, once more, or to two at the same moment than when it comes once',
  async (name, row) => {
    const payload = await row.scene()
    const untouched = await everything()
    await work(name, payload)
    const once = await everything()
    expect(changed(untouched, once).length > 0, 'there was something to do').toBe(!row.isOutside)
    await Promise.all([work(name, payload), work(name, payload)])
    expect(changed(once, await everything(), row.grows)).toEqual([])

    await empty()
    const again = await row.scene()
    await Promise.all([work(name, again), work(name, again)])
    const counts = ({ tables }: State) =>
      [...tables].filter(([table]) => !row.grows?.includes(table)).map(([table, lines]) => `${table}: ${lines.length}`)
    expect(counts(await everything())).toEqual(counts(once))
  },
)

test.each(Object.entries(ROWS))(
  '%s does nothing when it comes too early, too late, or about something that is not there',
  async (name, row) => {
    await aFleet()
    const before = await everything()
    for (const payload of row.stale) await work(name, payload)
    expect(changed(before, await everything())).toEqual([])
  },
)

test('the work of the day in the other order, and after all of it was done, changes nothing', async () => {
  await anApprovedWeek()
  // Where copies are made by themselves, a drill would run as well: that takes minutes and shows nothing of this.
  process.env['BACKUP_TO'] = ''
  const ordered = [...DAILY, ...OFTEN].map(({ name }) => name)
  for (const name of ordered) await work(name, {})
  const done = await everything()
  for (const name of ordered.toReversed()) await work(name, {})
  expect(changed(done, await everything())).toEqual([])
})

test('an order to open a sign-in again that comes late does not undo what was closed since', async () => {
  const reopen = ROWS['departures.reopen-sign-in']!
  const { uid } = (await reopen.scene()) as { uid: string }
  await work('departures.reopen-sign-in', { uid })
  await disableAccount(uid, COMMAND_LINE, Temporal.Now.instant())
  await work('departures.reopen-sign-in', { uid })
  const { disabled } = await db.selectFrom('users').select('disabled').where('uid', '=', uid).executeTakeFirstOrThrow()
  expect(disabled).toBe(true)
})

test('the head of the log is noted once, however often that is asked', async () => {
  await aFleet()
  for (let times = 0; times < 3; times++) await work('audit-chain.anchor', {})
  const noted = readFileSync(join(process.env['VOLANTE_DATA']!, 'audit-anchors'), 'utf8').trim().split('\n')
  expect(noted).toHaveLength(1)
})
