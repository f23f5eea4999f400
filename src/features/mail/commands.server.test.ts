import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealedIban } from '#db/sealed-columns.server.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { getOverview } from '#features/weeks/overview/queries.server.ts'
import { settlementJobs } from '#features/settlements/jobs.server.ts'
import { MONDAY, WEEK, aFleet, anApprovedWeek, asOwner, makeChange } from '#test/factories.ts'
import { aMailServer } from '#test/mail-server.ts'
import { anAccount } from '#test/people.ts'
import {
  deliver,
  openCodes,
  retryMail,
  retrySeveral,
  sendKept,
  sendTest,
  stopTelling,
  tellDrivers,
  writeMail,
} from './commands.server.ts'
import { mailJobs } from './jobs.server.ts'
import { mailWay } from './mail-server/queries.server.ts'
import {
  countKeptAsFiles,
  countMailBy,
  getMail,
  listMail,
  listUnsent,
  listWeekMessages,
  searchMail,
} from './queries.server.ts'
import type { MailGrouping, MailSearch } from './schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'volante-mail-'))
process.env['VOLANTE_DATA'] = folder
process.env['PUBLIC_URL'] = 'https://frota.example'
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  delete process.env['SMTP_URL']
  for (const server of open.splice(0)) await server.close()
})

async function aServer(answers: Record<string, string> = {}) {
  const server = await aMailServer(answers)
  open.push(server)
  process.env['SMTP_URL'] = server.url
  return server
}

/** Approves a week whose first driver has an address, and announces it; answers the message that waits. */
async function anAnnouncedWeek(address = 'ana@example.org', language = 'pt') {
  const fleet = await anApprovedWeek()
  const id = fleet.driver('D1')
  await db.updateTable('drivers').set({ email: null }).execute()
  await db.updateTable('drivers').set({ email: address, language }).where('id', '=', id).execute()
  await settlementJobs['settlements.announce-statements']!({ week: WEEK })
  const messages = await db.selectFrom('mail_outbox').selectAll().where('driver_id', '=', id).execute()
  return { fleet, id, message: messages[0] }
}

/** Gives a driver an account to read with; answers its uid. */
async function aReader(driverId: string): Promise<string> {
  const uid = await anAccount(`${driverId}@example.org`, 'driver', driverId)
  await db.updateTable('drivers').set({ uid }).where('id', '=', driverId).execute()
  return uid
}

const messageOf = (id: number) =>
  db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const newestOf = (driverId: string) =>
  db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('driver_id', '=', driverId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const weekMessageOf = async (driverId: string) =>
  (await listWeekMessages(WEEK)).find(({ driver }) => driver.id === driverId)!

/** Jobs ordered for a message, read as the owner of the queue's table, each with its moment. */
async function ordered(id: number) {
  const { Client } = (await import('pg')).default
  const owner = new Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  const { rows } = await owner.query(
    `select task_identifier as task, run_at as at from graphile_worker.jobs where key = $1`,
    [`mail:${id}`],
  )
  await owner.end()
  return rows
}

/** The text of a message as its reader sees it, decoded from quoted-printable. */
function readable(data: string) {
  const bytes = data
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

test('an approved statement is announced once per driver with an address, and its job is ordered with it', async () => {
  const { fleet, message } = await anAnnouncedWeek()
  await settlementJobs['settlements.announce-statements']!({ week: WEEK })
  expect(await db.selectFrom('mail_outbox').select('recipient').execute()).toEqual([{ recipient: 'ana@example.org' }])
  expect(await ordered(message!.id)).toMatchObject([{ task: 'mail.deliver' }])
  expect((await weekMessageOf(fleet.driver('D2'))).delivery).toBe('no-address')
})

test('a message whose change is undone leaves no job behind', async () => {
  const { message } = await anAnnouncedWeek()
  await expect(
    db.transaction().execute(async (tx) => {
      await tx
        .insertInto('mail_outbox')
        .values({ recipient: 'x@example.org', language: 'pt', template: 'iban-changed', created_at: MONDAY.toString() })
        .execute()
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  const waiting = await db.selectFrom('mail_outbox').select('id').execute()
  expect(waiting).toEqual([{ id: message!.id }])
  expect(await ordered(message!.id + 1)).toEqual([])
})

test('a message is sent once: to one address, in the language of the reader, with a link and without amounts', async () => {
  const server = await aServer()
  const { id, message } = await anAnnouncedWeek('ana@example.org', 'en')
  await aReader(id)
  await mailJobs['mail.deliver']!({ id: message!.id })
  await mailJobs['mail.deliver']!({ id: message!.id })
  expect(server.received.map(({ to }) => to)).toEqual(['ana@example.org'])
  const text = readable(server.received[0]!.data)
  expect(text).toContain('Auto-Submitted: auto-generated')
  expect(text).toContain('https://frota.example/en/dashboard/payslips/2026-W23')
  expect(text).toContain('Subject: The statement for week 23 is ready')
  expect(text).not.toMatch(/€|PT50/)
  expect(await weekMessageOf(id)).toMatchObject({
    delivery: 'sent',
    address: 'ana@example.org',
    reason: null,
    tries: 1,
  })
})

test('a 4xx waits 1, 5, 15, 60 minutes and 4 hours, ordered for that moment, then the message is given up', async () => {
  await aServer({ '*': '451 4.3.0 try later' })
  const { id, message } = await anAnnouncedWeek()
  let at = MONDAY
  for (const minutes of [1, 5, 15, 60, 240]) {
    await deliver(message!.id, at)
    at = at.add({ minutes })
    expect(await messageOf(message!.id)).toMatchObject({ state: 'waiting', next_try_at: at })
    const [job, ...others] = await ordered(message!.id)
    expect(others).toEqual([])
    expect(String(job.at)).toBe(String(at))
  }
  expect(await weekMessageOf(id)).toMatchObject({ delivery: 'waiting', tries: 5, at: String(at) })
  await deliver(message!.id, at)
  expect(await weekMessageOf(id)).toMatchObject({ delivery: 'dead', tries: 6 })
  expect((await weekMessageOf(id)).reason).toContain('451 4.3.0 try later')
})

test('a 5xx is final and keeps the words of the server; corrected and tried again it goes to the new address', async () => {
  const server = await aServer({ 'ana@example.org': '550 5.1.1 no such mailbox' })
  const { id, message } = await anAnnouncedWeek()
  await deliver(message!.id, MONDAY)
  expect(await weekMessageOf(id)).toMatchObject({ delivery: 'dead', tries: 1 })
  expect((await weekMessageOf(id)).reason).toContain('550 5.1.1 no such mailbox')

  await db.updateTable('drivers').set({ email: 'ana.sa@example.org' }).where('id', '=', id).execute()
  expect(await makeChange((change) => tellDrivers(change, WEEK, [id]))).toBe(1)
  expect(await weekMessageOf(id)).toMatchObject({ delivery: 'waiting', tries: 0, reason: null })
  await deliver(message!.id, MONDAY)
  expect(server.received.map(({ to }) => to)).toEqual(['ana.sa@example.org'])
  expect((await weekMessageOf(id)).delivery).toBe('sent')
})

test('no answer from the mail server is tried again', async () => {
  const server = await aMailServer()
  await server.close()
  process.env['SMTP_URL'] = server.url
  const { id, message } = await anAnnouncedWeek()
  await deliver(message!.id, MONDAY)
  expect(await weekMessageOf(id)).toMatchObject({ delivery: 'waiting', tries: 1 })
  expect((await weekMessageOf(id)).reason).toContain('ECONNREFUSED')
})

test('wherever a mail server hangs up, the message waits and goes out once when it is back', async () => {
  const { message } = await anAnnouncedWeek()
  let at = MONDAY
  for (const cutAt of [/^EHLO/i, /^MAIL/i, /^RCPT/i, /^DATA/i, /^BODY$/]) {
    const cut = await aMailServer({}, cutAt)
    process.env['SMTP_URL'] = cut.url
    await deliver(message!.id, at)
    expect(cut.received, String(cutAt)).toEqual([])
    expect(await messageOf(message!.id), String(cutAt)).toMatchObject({ state: 'waiting' })
    at = (await messageOf(message!.id)).next_try_at
    await cut.close()
  }
  const back = await aServer()
  await deliver(message!.id, at)
  await deliver(message!.id, at.add({ minutes: 1 }))
  expect(back.received.map(({ to }) => to)).toEqual(['ana@example.org'])
})

test('while the mail server is away for days nothing is lost, nothing else waits for it, and the office is told', async () => {
  const server = await aMailServer()
  await server.close()
  process.env['SMTP_URL'] = server.url
  const { id, message } = await anAnnouncedWeek()
  const second = await makeChange((change) =>
    sendTest(change, { recipient: 'rui@example.org', name: 'Rui', language: 'pt' }),
  )
  let at = MONDAY
  for (let tries = 1; tries <= 20; tries++) {
    await deliver(message!.id, at)
    // The second message is put off with the first, without trying a server that was away a moment ago.
    await deliver(second, at.add({ seconds: 30 }))
    expect(await messageOf(second)).toMatchObject({ state: 'waiting', tries: 0, next_try_at: at.add({ minutes: 1 }) })
    at = (await messageOf(message!.id)).next_try_at
  }
  expect(at.since(MONDAY).total('hours')).toBeGreaterThan(48)
  expect(await weekMessageOf(id)).toMatchObject({ delivery: 'waiting', tries: 20 })
  expect((await getOverview(at)).needs.filter(({ kind }) => kind === 'mail')).toEqual([{ kind: 'mail', count: 1 }])

  const back = await aServer()
  await deliver(message!.id, at)
  await deliver(second, at)
  expect(back.received.map(({ to }) => to)).toEqual(['ana@example.org', 'rui@example.org'])
  expect((await getOverview(at)).needs.filter(({ kind }) => kind === 'mail')).toEqual([])
})

test('announcing a statement again after it was sent makes another message; a driver without an address gets none', async () => {
  const server = await aServer()
  const { fleet, id, message } = await anAnnouncedWeek()
  await deliver(message!.id, MONDAY)
  expect(await makeChange((change) => tellDrivers(change, WEEK, [id, fleet.driver('D2')]))).toBe(1)
  const another = await newestOf(id)
  expect(another.id).not.toBe(message!.id)
  await deliver(another.id, MONDAY)
  expect(server.received).toHaveLength(2)
  await expect(makeChange((change) => tellDrivers(change, WEEK, [fleet.driver('D2')]))).rejects.toMatchObject({
    code: 'mail.nobody',
  })
})

test('an announcement that is stopped leaves what went out, lists the others, and they can be told later', async () => {
  await aServer()
  const { fleet, id, message } = await anAnnouncedWeek()
  const other = fleet.driver('D2')
  await db.updateTable('drivers').set({ email: 'bruna@example.org' }).where('id', '=', other).execute()
  await settlementJobs['settlements.announce-statements']!({ week: WEEK })
  await deliver(message!.id, MONDAY)
  expect(await makeChange((change) => stopTelling(change, WEEK))).toBe(1)
  await deliver((await newestOf(other)).id, MONDAY)
  expect((await weekMessageOf(id)).delivery).toBe('sent')
  expect(await weekMessageOf(other)).toMatchObject({ delivery: 'dead', reason: 'stopped' })
  await makeChange((change) => tellDrivers(change, WEEK, [other]))
  expect((await weekMessageOf(other)).delivery).toBe('waiting')
})

test('two workers with the same message send it once', async () => {
  const server = await aServer()
  const { message } = await anAnnouncedWeek()
  await Promise.all([1, 2, 3].map(() => deliver(message!.id, MONDAY)))
  expect(server.received).toHaveLength(1)
})

test('an address that names a second recipient is never announced to, and is named as wrong', async () => {
  const { id } = await anAnnouncedWeek('vitima@example.org,outro@example.org')
  expect(await db.selectFrom('mail_outbox').select('id').execute()).toEqual([])
  expect((await weekMessageOf(id)).delivery).toBe('bad-address')
})

test('what nobody can write is given up and says so', async () => {
  await aServer()
  const { id, message } = await anAnnouncedWeek()
  await sql`update mail_outbox set template = 'never-heard-of' where id = ${message!.id}`.execute(db)
  await deliver(message!.id, MONDAY)
  expect(await messageOf(message!.id)).toMatchObject({ state: 'dead', last_error: 'unreadable' })
  expect((await weekMessageOf(id)).delivery).toBe('untold')
})

test('a driver without an open account is told in the message how to get in, and the office reads the same', async () => {
  const server = await aServer()
  const { id, message } = await anAnnouncedWeek()
  await deliver(message!.id, MONDAY)
  const sent = readable(server.received[0]!.data)
  expect(sent).toContain('Abra o convite que recebeu, ou peça um ao escritório.')
  expect(sent).not.toContain('/dashboard')
  expect((await getMail(message!.id)).parts!.text).not.toContain('/dashboard')
  const uid = await aReader(id)
  expect((await getMail(message!.id)).parts!.text).toContain('/dashboard/payslips/2026-W23')
  await asOwner(`update users set disabled = true where uid = '${uid}'`)
  expect((await getMail(message!.id)).parts!.text).not.toContain('/dashboard')
})

test('without a mail server the message is a file, and the screen says that it was only kept', async () => {
  const { id, message } = await anAnnouncedWeek()
  await aReader(id)
  await deliver(message!.id, MONDAY)
  const [file, ...others] = readdirSync(join(folder, 'outbox'))
  expect(others).toEqual([])
  const text = readable(readFileSync(join(folder, 'outbox', file!), 'utf8'))
  expect(text).toContain('To: ana@example.org')
  expect(text).toContain('https://frota.example/dashboard/payslips/2026-W23')
  expect((await weekMessageOf(id)).delivery).toBe('kept')
})

test('messages that were only kept go out in one press once there is a mail server, without codes and without those written again', async () => {
  const { id } = await anAnnouncedWeek()
  const params = { email: 'a@example.org', link: '/auth/action?oobCode=abc' }
  const code = { template: 'password-reset', params, recipient: 'a@example.org', language: 'pt' } as const
  await makeChange((change) => writeMail(change, code))
  await makeChange((change) => tellDrivers(change, WEEK, [id]))
  const deliverAll = async () => {
    const waiting = await db
      .selectFrom('mail_outbox')
      .select('id')
      .where('state', '=', 'waiting')
      .orderBy('id')
      .execute()
    for (const one of waiting) await deliver(one.id, MONDAY)
  }
  // The announcement still waits, so it is tried afresh; once delivered, a new one is written.
  await deliverAll()
  await makeChange((change) => tellDrivers(change, WEEK, [id]))
  await deliverAll()
  expect([await countKeptAsFiles(MONDAY), (await weekMessageOf(id)).delivery]).toEqual([1, 'kept'])
  await expect(makeChange((change) => sendKept(change, 1))).rejects.toMatchObject({ code: 'mail.no-server' })
  const server = await aServer()
  await expect(makeChange((change) => sendKept(change, 2))).rejects.toMatchObject({ code: 'mail.kept-changed' })
  await makeChange((change) => sendKept(change, 1))
  await deliverAll()
  expect([server.received.map(({ to }) => to), await countKeptAsFiles(MONDAY)]).toEqual([['ana@example.org'], 0])
  expect((await weekMessageOf(id)).delivery).toBe('sent')
})

test('a changed IBAN is told with its last four digits and until when it waits, never the whole', async () => {
  const server = await aServer()
  const { id } = await anAnnouncedWeek()
  const [first, second] = ['PT50002700000001234567833', 'PT50003506090000000000130']
  await db
    .insertInto('driver_ibans')
    .values({ driver_id: id, ...sealedIban(id, first), added_at: MONDAY.toString() })
    .execute()
  await makeChange((change) => changeIban(change, id, { iban: second, holder: null }))
  const message = await newestOf(id)
  expect(message.template).toBe('iban-changed')
  await deliver(message.id, MONDAY)
  const text = readable(server.received[0]!.data)
  expect(text).toContain('termina em 0130')
  expect(text).toContain('10 jun. 2026, 10:00')
  expect(text).toContain('https://frota.example/contact')
  expect(text).not.toContain(second)
})

const LINK = '/auth/action?mode=resetPassword&oobCode=s3cret-C0de'
const RESET = { template: 'password-reset', params: { email: 'ana@example.org', link: LINK }, language: 'pt' } as const

/** Orders a password reset on an empty outbox, and answers its number. */
async function aReset(recipient = 'ana@example.org') {
  await aFleet()
  await makeChange((change) => writeMail(change, { ...RESET, recipient }))
  const written = await db.selectFrom('mail_outbox').select('id').executeTakeFirst()
  return written?.id ?? 0
}

test.each([
  'a@example.org,b@example.org',
  'a@example.org\r\nBcc: b@example.org',
  'Ana <a@example.org>',
  'a b@example.org',
  '',
])('nothing is written to what is not exactly one address: %j', async (recipient) => {
  expect(await aReset(recipient)).toBe(0)
})

test('nothing a person typed adds a recipient or a header to a message', async () => {
  const server = await aServer()
  await aFleet()
  const typed = 'Firefox\r\nBcc: eva@example.org\r\n\r\n<b>'
  const params = { email: typed, at: String(MONDAY), device: typed, address: typed, name: typed }
  await makeChange((change) =>
    writeMail(change, { template: 'new-sign-in', params, recipient: 'ana@example.org', language: 'pt' }),
  )
  const { id } = await db.selectFrom('mail_outbox').select('id').executeTakeFirstOrThrow()
  await deliver(id, MONDAY)
  expect(server.received.map(({ to }) => to)).toEqual(['ana@example.org'])
  const [headers] = server.received[0]!.data.split('\r\n\r\n')
  expect(headers).not.toMatch(/^bcc:/im)
})

test('a one-time code is in the message that goes out, and afterwards nowhere', async () => {
  const server = await aServer()
  const id = await aReset()
  await deliver(id, MONDAY)
  expect(readable(server.received[0]!.data)).toContain('oobCode=s3cret-C0de')
  expect(JSON.stringify(await messageOf(id))).not.toContain('s3cret')
  expect((await getMail(id)).parts?.text).toContain('oobCode=••••')
})

test('where a mail server carries the messages the office sees no code, not even of one that waits', async () => {
  await aServer()
  const { masked, parts } = await getMail(await aReset())
  expect(masked).toBe(true)
  expect(`${parts?.text}${parts?.html}`).not.toContain('s3cret')
})

test('without a mail server the office reads no code either, and opens the link to hand it over only by a press', async () => {
  const id = await aReset()
  await deliver(id, MONDAY)
  const { masked, canOpen, parts, state } = await getMail(id)
  expect({ masked, canOpen, state }).toEqual({ masked: true, canOpen: true, state: 'kept' })
  expect(`${parts?.text}${parts?.html}`).not.toContain('s3cret')

  let links: string[] = []
  await makeChange(async (change) => {
    links = await openCodes(change, id)
  })
  expect(links).toEqual([`https://frota.example${LINK}`])
  const kept = db.selectFrom('audit_events').select('after').where('subject', '=', `mail:${id}`)
  expect(await kept.execute()).toEqual([{ after: { recipient: 'ana@example.org', template: 'password-reset' } }])
})

test('a link is opened neither in a message that has none nor where a mail server carries it', async () => {
  const messageId = await aReset()
  await deliver(messageId, MONDAY)
  const params = { email: 'ana@example.org', at: String(MONDAY), device: 'Firefox', address: '::1', name: 'Ana' }
  await makeChange((change) =>
    writeMail(change, { template: 'new-sign-in', params, recipient: 'ana@example.org', language: 'pt' }),
  )
  const plain = await db.selectFrom('mail_outbox').select('id').where('id', '<>', messageId).executeTakeFirstOrThrow()
  await deliver(plain.id, MONDAY)
  const opened = (id: number) => makeChange((change) => openCodes(change, id))

  expect(await opened(messageId)).toHaveLength(1)
  await expect(opened(plain.id)).rejects.toMatchObject({ code: 'mail.no-codes' })
  await aServer()
  await expect(opened(messageId)).rejects.toMatchObject({ code: 'mail.no-codes' })
})

const ANY: MailSearch = { q: '', state: '', whom: '', within: null, by: 'created', descending: true, page: 1, size: 50 }

test('the office finds messages by state and recipient, the newest first, page by page', async () => {
  const { fleet, message } = await anAnnouncedWeek()
  await deliver(message!.id, MONDAY)
  for (const recipient of ['rui@example.org', 'eva@example.org'])
    await makeChange((change) => writeMail(change, { ...RESET, recipient, driverId: fleet.driver('D2') }))
  const found = async (asked: Partial<MailSearch>) => {
    const { messages, count } = await searchMail({ ...ANY, ...asked })
    return { to: messages.map(({ recipient }) => recipient), count }
  }
  expect(await found({})).toEqual({ to: ['eva@example.org', 'rui@example.org', 'ana@example.org'], count: 3 })
  expect((await found({ state: 'kept' })).to).toEqual(['ana@example.org'])
  expect((await found({ q: 'RUI@' })).to).toEqual(['rui@example.org'])
  expect((await found({ whom: 'others' })).to).toEqual([])
  expect((await found({ by: 'recipient', descending: false })).to[0]).toBe('ana@example.org')
  expect(await found({ page: 2, size: 2 })).toEqual({ to: ['ana@example.org'], count: 3 })
  // A page beyond the last shows the last one, and the counts by state are of what the search finds.
  expect((await found({ page: 9, size: 2 })).to).toEqual(['ana@example.org'])
  expect((await searchMail({ ...ANY, q: 'eva' })).counts).toEqual({ spared: 0, waiting: 1, sent: 0, kept: 0, dead: 0 })
  expect((await listMail({ ...ANY, state: 'waiting' })).map(({ recipient }) => recipient)).toEqual([
    'eva@example.org',
    'rui@example.org',
  ])
})

test('messages are counted by what they say, and those of one group are found', async () => {
  const { fleet, message } = await anAnnouncedWeek()
  await deliver(message!.id, MONDAY)
  const [first, second] = ['rui@example.org', 'eva@example.org']
  await makeChange((change) => writeMail(change, { ...RESET, recipient: first, driverId: fleet.driver('D2') }))
  await makeChange((change) => writeMail(change, { ...RESET, recipient: second }))
  const by = async (grouping: MailGrouping, asked: Partial<MailSearch> = {}) =>
    Object.fromEntries(
      (await countMailBy({ ...ANY, ...asked }, grouping)).map(({ value, count }) => [String(value), count] as const),
    )
  expect(await by('message')).toEqual({ [RESET.template]: 2, 'statement-issued': 1 })
  expect(await by('state')).toEqual({ waiting: 2, kept: 1 })
  expect(await by('state', { whom: 'drivers' })).toEqual({ waiting: 1, kept: 1 })
  expect(Object.values(await by('created')).reduce((all, one) => all + one, 0)).toBe(3)
  const within = { by: 'driver' as const, values: [null] }
  expect((await searchMail({ ...ANY, within })).messages.map(({ recipient }) => recipient)).toEqual([second])
  expect(await listMail({ ...ANY, within: { by: 'message', values: ['statement-issued'] } })).toHaveLength(1)
  expect((await searchMail({ ...ANY, within: { by: 'state', values: [] } })).count).toBe(0)
})

test('several are tried again at once; those that went out are passed over', async () => {
  await aServer({ '*': '550 5.1.1 no such mailbox' })
  const one = await aReset()
  await deliver(one, MONDAY)
  await makeChange((change) => writeMail(change, { ...RESET, recipient: 'rui@example.org' }))
  const other = (await searchMail({ ...ANY, q: 'rui' })).messages[0]!.id
  await aServer()
  await deliver(other, MONDAY)
  expect((await listUnsent()).map(({ id }) => id)).toEqual([one])
  expect(await makeChange((change) => retrySeveral(change, [one, other]))).toBe(1)
  expect((await getMail(one)).state).toBe('waiting')
  expect((await getMail(other)).state).toBe('sent')
})

test('a message that was given up is tried again by hand; one that was sent is not', async () => {
  await aServer({ '*': '550 5.1.1 no such mailbox' })
  const id = await aReset()
  await deliver(id, MONDAY)
  expect(await getMail(id)).toMatchObject({ state: 'dead', tries: 1, reason: expect.stringContaining('550') })
  await makeChange((change) => retryMail(change, id))
  expect(await getMail(id)).toMatchObject({ state: 'waiting', tries: 0, reason: null })
  await aServer()
  await deliver(id, MONDAY)
  await expect(makeChange((change) => retryMail(change, id))).rejects.toMatchObject({ code: 'mail.already-sent' })
  await expect(makeChange((change) => retryMail(change, 999_999))).rejects.toMatchObject({ code: 'record.not-found' })
})

test('a test message says in the server’s own words what became of it, and the settings show no password', async () => {
  const server = await aServer({ 'longe@example.org': '550 5.1.1 no such mailbox' })
  process.env['SMTP_URL'] = server.url.replace('smtp://', 'smtp://correio:muito-secreto@')
  process.env['MAIL_FROM'] = 'Frota <frota@frota.example>'
  const way = await mailWay()
  delete process.env['MAIL_FROM']
  expect(way).toMatchObject({ server: { host: '127.0.0.1', user: 'correio' }, sender: 'Frota <frota@frota.example>' })
  expect(JSON.stringify(way)).not.toContain('muito-secreto')

  process.env['SMTP_URL'] = server.url
  const ask = (recipient: string) =>
    makeChange((change) => sendTest(change, { recipient, name: 'Helena', language: 'pt' }))
  const [near, far] = [await ask('perto@example.org'), await ask('longe@example.org')]
  for (const id of [near, far]) await deliver(id, MONDAY)
  expect(await getMail(near)).toMatchObject({ state: 'sent', template: 'test' })
  expect(await getMail(far)).toMatchObject({ state: 'dead', reason: '550 5.1.1 no such mailbox' })
  expect(server.received.map(({ to }) => to)).toEqual(['perto@example.org'])
})
