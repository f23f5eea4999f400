import { askAlone } from '#db/together.server.ts'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { mergeDrivers } from '#features/fleet/merges/commands.server.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { newDriver } from '#features/fleet/drivers/schema.ts'
import { saveAnswerDays } from '#features/support/settings/commands.server.ts'
import { PNG } from '#test/papers.ts'
import { type Fleet, MONDAY, WEEK, anApprovedWeek, asOwner, makeChange } from '#test/factories.ts'
import {
  answerTicket,
  assignTicket,
  closeOwnTicket,
  closeTicket,
  openTicket,
  readByDriver,
  reopenTicket,
  replyToTicket,
} from './commands.server.ts'
import {
  countPromises,
  countUnreadTickets,
  waitingTickets,
  getOwnTicket,
  getTicket,
  listOwnTickets,
  listTickets,
  listTicketsOfCar,
  readTicketFile,
} from './queries.server.ts'
import { MAX_FILES, askInput } from './schema.ts'

const refused = (code: string) => expect.objectContaining({ code })
const own = (of: Fleet, ref = 'D1') => of.driver(ref) as OwnDriverId
const hours = (count: number) => MONDAY.add({ hours: count })

let fleet: Fleet
beforeEach(async () => {
  fleet = await anApprovedWeek()
  await asOwner(`insert into users (uid, email, role, scopes) values
    ('rita', 'rita@example.org', 'admin', '{operations}'), ('zita', 'zita@example.org', 'admin', '{accountant}')`)
})

const asked = (more: Record<string, unknown> = {}) =>
  askInput.parse({ topic: 'money', words: 'Porque é que esta semana tem menos?', ...more })

function open(more: Record<string, unknown> = {}, { ref = 'D1', at = MONDAY } = {}): Promise<string> {
  return makeChange((change) => openTicket(change, own(fleet, ref), asked(more)), { at })
}

const photo = (name = 'talao.png') => new File([PNG], name)

test('the mail to the office says which of two drivers of one name asked', async () => {
  await db.updateTable('drivers').set({ name: 'João Silva' }).where('ref', 'in', ['D1', 'D2']).execute()
  await open({}, { ref: 'D2' })
  await open({}, { ref: 'D3' })
  const mails = await db.selectFrom('mail_outbox').select('params').where('template', '=', 'ticket-arrived').execute()
  const third = await db.selectFrom('drivers').select('name').where('ref', '=', 'D3').executeTakeFirstOrThrow()
  expect(new Set(mails.map(({ params }) => Object(params).driver))).toEqual(new Set(['João Silva · D2', third.name]))
})

test('a question waits for the office until the promised day, and its answer for the driver, who is told and keeps all that was said', async () => {
  const id = await open()
  // Monday the 8th; Wednesday the 10th of June is a holiday, so the second working day is Thursday.
  expect(await getTicket(id, MONDAY)).toMatchObject({ state: 'open', answerBy: '2026-06-11', isLate: false })
  expect(await askAlone(waitingTickets, db)).toEqual({ count: 1, by: '2026-06-11', only: id })
  const mails = await db.selectFrom('mail_outbox').select(['template', 'params']).execute()
  expect(mails.filter(({ template }) => template === 'ticket-arrived')).toHaveLength(2)
  // Nobody who reads the mail learns what was written.
  expect(JSON.stringify(mails)).not.toContain('tem menos')

  await makeChange((change) => answerTicket(change, id, { words: 'Falta o ficheiro da Bolt.' }), { at: hours(5) })
  expect(await getOwnTicket(own(fleet), id, hours(6))).toMatchObject({
    state: 'answered',
    answerBy: null,
    unread: { office: 0, driver: 1 },
    messages: [
      { side: 'driver', words: 'Porque é que esta semana tem menos?', promise: { by: '2026-06-11', kept: true } },
      { side: 'office', words: 'Falta o ficheiro da Bolt.', author: null, promise: null },
    ],
  })
  const { notices } = await listNotices(own(fleet), { limit: 10, before: null })
  expect(notices.map(({ facts }) => facts)).toContainEqual(
    expect.objectContaining({ kind: 'ticket', event: 'answered', id }),
  )
  expect(await countUnreadTickets(own(fleet))).toBe(1)
  await makeChange((change) => readByDriver(change, own(fleet), id))
  expect(await countUnreadTickets(own(fleet))).toBe(0)
})

test('a promise that was missed is told and counted, and one that its driver closed is neither kept nor missed', async () => {
  const late = await open()
  const kept = await open()
  const closed = await open()
  const day = hours(24 * 5)
  expect((await getTicket(late, day)).isLate).toBe(true)
  await makeChange((change) => answerTicket(change, kept, { words: 'Hoje.' }), { at: hours(2) })
  await makeChange((change) => answerTicket(change, late, { words: 'Desculpe a demora.' }), { at: day })
  await makeChange((change) => closeOwnTicket(change, own(fleet), closed), { at: hours(3) })
  expect((await getTicket(late, day)).messages[0]?.promise).toEqual({ by: '2026-06-11', kept: false })
  expect(await countPromises(day)).toEqual({ kept: 1, late: 1 })
  // Asked again and answered in time: the question that was closed unanswered is not counted.
  await makeChange((change) => replyToTicket(change, own(fleet), closed, { words: 'Afinal…' }), { at: day })
  await makeChange((change) => answerTicket(change, closed, { words: 'Sim.' }), { at: day.add({ hours: 1 }) })
  expect(await countPromises(day.add({ hours: 2 }))).toEqual({ kept: 2, late: 1 })
})

test('what is closed opens again when somebody writes, with a new promise, and is closed once', async () => {
  const id = await open()
  await makeChange((change) => closeTicket(change, id, { words: 'Resolvido por telefone.' }))
  expect(await getTicket(id, MONDAY)).toMatchObject({ state: 'closed', closedBy: 'office', answerBy: null })
  await expect(makeChange((change) => closeTicket(change, id, { words: '' }))).rejects.toEqual(refused('ticket.closed'))
  await expect(makeChange((change) => closeOwnTicket(change, own(fleet), id))).rejects.toEqual(refused('ticket.closed'))
  await makeChange((change) => replyToTicket(change, own(fleet), id, { words: 'Ainda não.' }), { at: hours(24) })
  expect(await getTicket(id, hours(24))).toMatchObject({ state: 'open', closedAt: null, answerBy: '2026-06-12' })
  await expect(makeChange((change) => reopenTicket(change, id))).rejects.toEqual(refused('ticket.open'))
  await makeChange((change) => answerTicket(change, id, { words: 'Agora sim.' }))
  await makeChange((change) => reopenTicket(change, id))
  expect((await getTicket(id, MONDAY)).state).toBe('open')
})

test('a ticket is about what is the driver’s own; what is somebody else’s looks like what is not there', async () => {
  const car = await db.selectFrom('assignments').select(['vehicle_id', 'driver_id']).execute()
  const held = car.find(({ driver_id }) => driver_id === own(fleet))!.vehicle_id
  const others = car.find(({ vehicle_id }) => vehicle_id !== held)!.vehicle_id
  const about = async (text: string) => (await getTicket(await open({ about: text }), MONDAY)).about
  expect(await about('week:2026-W23')).toEqual({ kind: 'week', week: WEEK })
  expect(await about('line:2026-W23:0')).toMatchObject({ kind: 'line', week: WEEK, ordinal: 0 })
  expect(await about(`car:${held}`)).toMatchObject({ kind: 'car', id: held })
  expect(await listTicketsOfCar(held, MONDAY)).toHaveLength(1)
  for (const text of [
    'week:2026-W22',
    'line:2026-W23:99',
    `car:${others}`,
    `fine:${held}`,
    `paper:${held}`,
    `damage:${held}`,
  ])
    await expect(open({ about: text }), text).rejects.toEqual(refused('record.not-found'))
  expect(askInput.safeParse({ topic: 'money', words: 'x', about: 'house:1' }).success).toBe(false)
})

test('photos are drawn anew and read by their driver and the office alone, and a ticket takes so many', async () => {
  const id = await open({ files: [photo(), new File([], '')] })
  const [file] = (await getTicket(id, MONDAY)).messages[0]!.files
  expect((await readTicketFile(id, file!.id, own(fleet))).mediaType).toBe('image/jpeg')
  expect((await readTicketFile(id, file!.id, null)).name).toBe('talao.png')
  await expect(readTicketFile(id, file!.id, own(fleet, 'D2'))).rejects.toEqual(refused('record.not-found'))
  const other = await open({}, { ref: 'D2' })
  await expect(readTicketFile(other, file!.id, null)).rejects.toEqual(refused('record.not-found'))
  await expect(open({ files: [new File(['não é nada'], 'a.txt')] })).rejects.toMatchObject({ code: /^upload\./ })
  const many = Array.from({ length: MAX_FILES.message + 1 }, () => photo())
  expect(askInput.safeParse({ topic: 'money', words: 'x', files: many }).success).toBe(false)
  const five = { words: 'Mais', files: many.slice(1) }
  for (const _ of [1, 2, 3]) await makeChange((change) => replyToTicket(change, own(fleet), id, five))
  await expect(makeChange((change) => replyToTicket(change, own(fleet), id, five))).rejects.toEqual(
    refused('upload.enough'),
  )
})

test('nobody reads, writes in or closes the ticket of another driver', async () => {
  const id = await open()
  const other = own(fleet, 'D2')
  const missing = refused('record.not-found')
  await expect(getOwnTicket(other, id, MONDAY)).rejects.toEqual(missing)
  await expect(makeChange((change) => replyToTicket(change, other, id, { words: 'x' }))).rejects.toEqual(missing)
  await expect(makeChange((change) => closeOwnTicket(change, other, id))).rejects.toEqual(missing)
  await expect(makeChange((change) => readByDriver(change, other, id))).rejects.toEqual(missing)
  expect(await listOwnTickets(other, MONDAY)).toEqual([])
})

test('whoever may answer has a ticket, is told of what is written in it, and no accountant has one', async () => {
  const id = await open()
  await expect(makeChange((change) => assignTicket(change, id, 'zita'))).rejects.toEqual(refused('record.not-found'))
  await makeChange((change) => assignTicket(change, id, 'rita'))
  expect((await getTicket(id, MONDAY)).assignee).toEqual({ uid: 'rita', name: 'rita@example.org' })
  expect((await getOwnTicket(own(fleet), id, MONDAY)).assignee).toBeNull()
  await makeChange((change) => replyToTicket(change, own(fleet), id, { words: 'E então?' }))
  const mails = await db
    .selectFrom('mail_outbox')
    .select('recipient')
    .where('template', '=', 'ticket-arrived')
    .orderBy('id')
    .execute()
  expect(mails.map(({ recipient }) => recipient.split('@')[0])).toEqual(['rita', 'zita', 'rita'])
  await makeChange((change) => assignTicket(change, id, ''))
  expect((await getTicket(id, MONDAY)).assignee).toBeNull()
})

test('the office promises another time from now on, and what was promised stays', async () => {
  const before = await open()
  await makeChange((change) => saveAnswerDays(change, 1))
  const after = await open()
  expect((await getTicket(before, MONDAY)).answerBy).toBe('2026-06-11')
  expect((await getTicket(after, MONDAY)).answerBy).toBe('2026-06-09')
})

test('one driver has so many waiting, and the list begins with what is promised soonest', async () => {
  const first = await open({}, { at: MONDAY.subtract({ hours: 24 * 7 }) })
  for (const _ of Array.from({ length: 19 })) await open()
  await expect(open()).rejects.toEqual(refused('ticket.too-many'))
  await open({}, { ref: 'D2' })
  expect((await listTickets(MONDAY))[0]?.id).toBe(first)
})

test('the tickets of a record that was merged are its person’s, and answers go to the record that stayed', async () => {
  const twin = await makeChange((change) => createDriver(change, newDriver({ ref: 'T9', name: 'Outro nome' })))
  const id = await makeChange((change) => openTicket(change, twin as OwnDriverId, asked()))
  await makeChange((change) => mergeDrivers(change, twin, { into: own(fleet), reason: 'É a mesma pessoa' }))
  expect(await listOwnTickets(own(fleet), MONDAY)).toMatchObject([{ id }])
  await makeChange((change) => answerTicket(change, id, { words: 'Olá' }))
  const { notices } = await listNotices(own(fleet), { limit: 10, before: null })
  expect(notices[0]?.facts).toMatchObject({ kind: 'ticket', id })
})
