import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { FileToRead } from '#domain/import.ts'
import { listDeliveries, listWays } from '#features/imports/deliveries/queries.server.ts'
import { forgetDrop } from '#features/imports/drops/commands.server.ts'
import { listImports } from '#features/imports/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { MONDAY, PUBLIC_FILES, WEEK, aFleet, asOwner, makeChange } from '#test/factories.ts'
import { zipOf } from '#test/archives.ts'
import { MAILBOX_LOGIN, aMail, aMailbox } from '#test/mailbox-server.ts'
import {
  addMailbox,
  changeMailbox,
  endMailbox,
  pauseMailbox,
  resumeMailbox,
  testMailbox,
  tryMailbox,
} from './commands.server.ts'
import { lookDue, lookInto } from './looks.server.ts'
import { getMailbox, listMailboxes, listMails } from './queries.server.ts'
import { type MailboxInput, mailboxInput } from './schema.ts'

const servers: { close: () => Promise<void> }[] = []
beforeEach(async () => {
  await aFleet()
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function aServer(mails: readonly string[] = []) {
  const server = await aMailbox(mails)
  servers.push(server)
  return server
}

const TYPED = {
  intent: 'save',
  name: 'Relatórios',
  host: '127.0.0.1',
  safety: 'none',
  ...MAILBOX_LOGIN,
  folder: 'INBOX',
  movesTo: 'Guardados',
  senders: '@uber.example',
  proof: '',
  unasked: 'on',
}
const read = (typed: object): MailboxInput => mailboxInput.parse({ ...TYPED, ...typed })
const wrong = (typed: object) =>
  mailboxInput
    .safeParse({ ...TYPED, port: '993', ...typed })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

const add = (server: { port: number }, typed: object = {}) =>
  makeChange((change) => addMailbox(change, read({ port: String(server.port), ...typed })))
const partOf = ({ name, bytes }: FileToRead) => ({ name, bytes: Buffer.from(bytes), type: 'text/csv' })
const week = (files: readonly FileToRead[] = PUBLIC_FILES.slice(0, 2)) => aMail({ parts: files.map(partOf) })
const outcomes = async (id: string) => (await listMails(id, 50)).map(({ outcome }) => outcome)
const importCount = async () => (await listImports({ limit: 1, offset: 0 })).count

test('the files of a mail wait in a drop, byte for byte, and only then the mail is moved', async () => {
  const server = await aServer([week(PUBLIC_FILES)])
  const id = await add(server)
  expect(await lookInto(id, MONDAY)).toMatchObject({ mails: 1, taken: 1, trouble: null })
  const [delivery] = await listDeliveries(5)
  expect(delivery).toMatchObject({ outcome: 'waiting', files: PUBLIC_FILES.length, way: { name: 'Relatórios' } })
  const kept = await db.selectFrom('drop_files').selectAll().where('drop_id', '=', delivery!.drop).execute()
  expect(kept.map(({ name, sha256 }) => [name, sha256]).toSorted()).toEqual(
    PUBLIC_FILES.map(({ name, bytes }) => [
      name,
      createHash('sha256').update(Buffer.from(bytes)).digest('hex'),
    ]).toSorted(),
  )
  expect([server.count('INBOX'), server.count('Guardados'), await importCount()]).toEqual([0, 1, 0])
  expect(await listMails(id, 5)).toMatchObject([{ outcome: 'taken', sender: 'relatorios@uber.example' }])
  expect((await listMails(id, 5))[0]!.movedAt).not.toBeNull()
})

test('a mailbox that is trusted and whose server proves the sender takes the week in, and approves nothing', async () => {
  const proof = 'mx.frota.pt; dkim=pass header.d=uber.example'
  const server = await aServer([aMail({ proof, parts: PUBLIC_FILES.map(partOf) })])
  const id = await add(server, { proof: 'mx.frota.pt', takesIn: 'on' })
  await lookInto(id, MONDAY)
  expect(await listDeliveries(5)).toMatchObject([{ outcome: 'taken-in', reason: null }])
  expect((await getWeek(WEEK)).statements.every(({ state }) => state === 'draft')).toBe(true)
})

test('a mail of another sender, or one that nobody proved, stays where it is until the setting says otherwise', async () => {
  const server = await aServer([week(), aMail({ from: 'quem@exemplo.pt', parts: [partOf(PUBLIC_FILES[0]!)] })])
  const id = await add(server, { proof: 'mx.frota.pt' })
  await lookInto(id, MONDAY)
  expect(await outcomes(id)).toEqual(['sender', 'unproved'])
  expect([server.count('INBOX'), (await listDeliveries(5)).length]).toEqual([2, 0])
  await lookInto(id, MONDAY)
  expect(await outcomes(id)).toHaveLength(2)
  const input = read({ port: String(server.port), password: '', senders: '@uber.example\nquem@exemplo.pt' })
  await makeChange((change) => changeMailbox(change, id, input))
  await lookInto(id, MONDAY)
  // The second mail has a file that the first brought: it is the same file.
  expect(await outcomes(id)).toEqual(['same', 'taken'])
  expect(server.count('INBOX')).toBe(0)
})

test('the same files in another mail, or under other numbers of the folder, are no other delivery, until somebody forgot them', async () => {
  const server = await aServer([week(), week()])
  const id = await add(server, { movesTo: '' })
  await lookInto(id, MONDAY)
  expect(await outcomes(id)).toEqual(['same', 'taken'])
  server.renumber(77)
  await lookInto(id, MONDAY)
  expect(await outcomes(id)).toEqual(['same', 'same', 'same', 'taken'])
  const deliveries = await listDeliveries(5)
  expect(deliveries).toHaveLength(1)
  await makeChange((change) => forgetDrop(change, deliveries[0]!.drop!))
  server.receive(week())
  await lookInto(id, MONDAY)
  expect((await outcomes(id))[0]).toBe('taken')
})

test('a zip opens as one that was dropped, and a file that nobody can read is a question', async () => {
  const zip = zipOf(PUBLIC_FILES.slice(0, 2).map(({ name, bytes }) => ({ name, data: Buffer.from(bytes) })))
  const server = await aServer([
    aMail({ parts: [{ name: 'semana.zip', bytes: zip, type: 'application/zip' }] }),
    aMail({ parts: [{ name: 'carta.pdf', bytes: Buffer.from('%PDF-1.4 nada'), type: 'application/pdf' }] }),
    aMail({ parts: [{ name: 'logo.png', bytes: Buffer.from('x'), type: 'image/png', inline: true }] }),
    aMail({}),
  ])
  const id = await add(server)
  await lookInto(id, MONDAY)
  expect(await outcomes(id)).toEqual(['no-files', 'no-files', 'taken', 'taken'])
  expect((await listDeliveries(5)).map(({ outcome }) => outcome)).toEqual(['waiting', 'waiting'])
  expect([server.count('INBOX'), server.count('Guardados')]).toEqual([2, 2])
})

test('more files than a mail may have are not fetched, and a CSV keeps the letters that it was written in', async () => {
  const many = Array.from({ length: 51 }, (_, at) => ({ name: `${at}.csv`, bytes: Buffer.from(`a;${at}\n`) }))
  const server = await aServer([
    aMail({ parts: many }),
    aMail({ parts: [{ name: 'cru.csv', bytes: 'Motorista;Valor\r\nAna;1,00', encoding: '8bit' }] }),
  ])
  const id = await add(server)
  await lookInto(id, MONDAY)
  expect(await outcomes(id)).toEqual(['taken', 'too-many'])
})

test('a connection that breaks off anywhere loses nothing, doubles nothing and says nothing of the account', async () => {
  const server = await aServer([week(), aMail({ parts: [{ name: 'outro.csv', bytes: Buffer.from('a;b\n1;2\n') }] })])
  const id = await add(server)
  let cuts = 0
  for (let bytes = 60; bytes < 3_000_000; bytes = Math.ceil(bytes * 2.1)) {
    server.way.cutAfter = bytes
    const { trouble } = await lookInto(id, MONDAY)
    if (trouble === null) break
    cuts += 1
    expect(trouble).toBe('unreachable')
    expect((await getMailbox(id)).state).toBe('waiting')
  }
  expect(cuts).toBeGreaterThan(4)
  server.way.cutAfter = Infinity
  await lookInto(id, MONDAY)
  expect(await getMailbox(id)).toMatchObject({ state: 'connected', fault: null })
  expect(await outcomes(id)).toEqual(['taken', 'taken'])
  expect(await listDeliveries(9)).toHaveLength(2)
  expect([server.count('INBOX'), server.count('Guardados')]).toEqual([0, 2])
})

/**
 * What happens before a look: the connection breaks after a number of bytes, a killed process loses what was noted of
 * mails, mails get new numbers, or one arrives.
 */
type Trouble = { is: 'cut'; after: number } | { is: 'killed' } | { is: 'renumbered' } | { is: 'arrives'; mail: number }
const troubles: fc.Arbitrary<Trouble> = fc.oneof(
  fc.integer({ min: 40, max: 9_000 }).map((after): Trouble => ({ is: 'cut', after })),
  fc.integer({ min: 40, max: 9_000 }).map((after): Trouble => ({ is: 'cut', after })),
  fc.constant<Trouble>({ is: 'killed' }),
  fc.constant<Trouble>({ is: 'renumbered' }),
  fc.nat(4).map((mail): Trouble => ({ is: 'arrives', mail })),
)
/** `npm run slow -- connections` runs a thousand. */
const RUNS = Number(process.env['VOLANTE_SCRIPTS'] ?? 4)

test('whatever goes wrong on the way to a mailbox, when it is over each file came once, and no network ended the account', async () => {
  // The fifth file is the same as the first.
  const files = [0, 1, 2, 3, 0].map((one) => ({ name: `${one}.csv`, bytes: Buffer.from(`a;b\n${one};1\n`.repeat(40)) }))
  const mails = files.map((file) => aMail({ parts: [file] }))
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(troubles, { maxLength: 6 }), async (moves, script) => {
      const server = await aMailbox(mails.slice(0, 2))
      try {
        const id = await add(server, moves ? {} : { movesTo: '' })
        const came = new Set([0, 1])
        for (const trouble of script) {
          server.way.cutAfter = trouble.is === 'cut' ? trouble.after : Infinity
          if (trouble.is === 'renumbered') server.renumber(70 + came.size)
          if (trouble.is === 'killed') {
            await asOwner(`delete from mailbox_files where way_id = '${id}'`)
            await asOwner(`delete from mailbox_mails where way_id = '${id}'`)
          }
          if (trouble.is === 'arrives') {
            server.receive(mails[trouble.mail]!)
            came.add(trouble.mail % 4)
          }
          const { trouble: found } = await lookInto(id, MONDAY)
          expect(found === null || (trouble.is === 'cut' && found === 'unreachable'), String(found)).toBe(true)
          expect(['connected', 'waiting']).toContain((await getMailbox(id)).state)
        }
        server.way.cutAfter = Infinity
        await lookInto(id, MONDAY)
        expect(await getMailbox(id)).toMatchObject({ state: 'connected', fault: null })
        const kept = await db
          .selectFrom('file_deliveries')
          .innerJoin('drop_files', 'drop_files.drop_id', 'file_deliveries.drop_id')
          .select('name')
          .where('way_id', '=', id)
          .execute()
        expect(kept.map(({ name }) => name).toSorted()).toEqual([...came].toSorted().map((one) => `${one}.csv`))
        if (moves) expect(server.count('INBOX')).toBe(0)
        await makeChange((change) => endMailbox(change, id))
      } finally {
        await server.close()
      }
    }),
    { numRuns: RUNS },
  )
})

test('a mailbox whose password is refused is expired, one whose folder is missing asks for it, and one that does not answer waits', async () => {
  const server = await aServer([week()])
  const input = read({ port: String(server.port), password: 'outra' })
  await expect(tryMailbox(null, input)).rejects.toMatchObject({ code: 'mailbox.sign-in' })
  const id = await makeChange((change) => addMailbox(change, input))
  expect(await lookInto(id, MONDAY)).toMatchObject({ trouble: 'credentials', taken: 0 })
  const { state, nextAt } = await getMailbox(id)
  expect([state, MONDAY.until(Temporal.Instant.from(nextAt)).total('hours')]).toEqual(['expired', 24])
  await makeChange((change) => changeMailbox(change, id, read({ port: String(server.port), folder: 'Nada' })))
  await expect(testMailbox(id, MONDAY)).rejects.toMatchObject({ code: 'mailbox.folder' })
  expect((await getMailbox(id)).state).toBe('needs-access')
  await makeChange((change) => changeMailbox(change, id, read({ port: String(server.port) })))
  await testMailbox(id, MONDAY)
  expect((await getMailbox(id)).state).toBe('connected')
  await makeChange((change) => changeMailbox(change, id, read({ port: '1' })))
  for (const minutes of [15, 30, 60]) {
    expect(await lookInto(id, MONDAY)).toMatchObject({ trouble: 'unreachable' })
    const waits = await getMailbox(id)
    expect([waits.state, MONDAY.until(Temporal.Instant.from(waits.nextAt)).total('minutes')]).toEqual([
      'waiting',
      minutes,
    ])
  }
  await expect(tryMailbox(null, read({ port: String(server.port), safety: 'start-tls' }))).rejects.toMatchObject({
    code: 'mailbox.encryption',
  })
})

test('a paused mailbox is left alone, and goes on where it stood; one that was ended keeps what came', async () => {
  const server = await aServer([week()])
  const id = await add(server)
  await makeChange((change) => pauseMailbox(change, id))
  await lookDue(MONDAY)
  await expect(lookInto(id, MONDAY)).rejects.toMatchObject({ code: 'mailbox.paused' })
  expect(server.way.received).toBe('')
  await makeChange((change) => resumeMailbox(change, id))
  await lookDue(Temporal.Now.instant())
  expect(await outcomes(id)).toEqual(['taken'])
  await makeChange((change) => endMailbox(change, id))
  expect([await listMailboxes(), (await listDeliveries(5)).length, await listWays()]).toEqual([[], 1, []])
})

test('a form is told what it may not say', () => {
  expect(wrong({ host: 'imap.exemplo.pt', safety: 'none' })).toEqual(['safety: field.mailbox-unsafe'])
  expect(wrong({ takesIn: 'on' })).toEqual(['proof: field.mailbox-proof'])
  expect(wrong({ senders: '' })).toEqual(['senders: field.required'])
  expect(wrong({ senders: 'uber' })).toEqual(['senders: field.mail-senders'])
  expect(wrong({ movesTo: 'INBOX' })).toEqual(['movesTo: field.mailbox-folder'])
  expect(wrong({ host: 'https://imap.exemplo.pt/' })).toContain('host: field.mail-host')
})

test('the password stands in no answer, no error, no event and no table, and what a look logs is its answer; it goes to the server it was typed for alone', async () => {
  const server = await aServer([week()])
  const id = await add(server)
  const looks = [await lookInto(id, MONDAY)]
  server.way.cutAfter = 40
  looks.push(await lookInto(id, MONDAY))
  const other = read({ port: String(server.port), host: 'localhost', password: '' })
  await expect(tryMailbox(id, other)).rejects.toMatchObject({ code: 'mailbox.password-missing' })
  const fault = await tryMailbox(id, read({ port: '1', password: '' })).catch((error: unknown) => error)
  const kept = JSON.stringify([
    looks,
    String(fault),
    (fault as { params: object }).params,
    await getMailbox(id),
    await db.selectFrom('mailboxes').selectAll().execute(),
    await db.selectFrom('audit_events').selectAll().execute(),
    await db.selectFrom('mailbox_mails').selectAll().execute(),
  ])
  expect(server.way.received).toContain(MAILBOX_LOGIN.password)
  expect(kept).not.toContain(MAILBOX_LOGIN.password)
  expect(kept).not.toContain(Buffer.from(MAILBOX_LOGIN.password).toString('base64'))
})
