import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { listLooks } from '#features/positions/queries.server.ts'
import { fileDevice, storePositions } from '#features/positions/receiving/commands.server.ts'
import { beginPrivateTime, endPrivateTime, readNotice, saveRules } from '#features/positions/rules/commands.server.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { endLink, lookByLink, makeLink, openLink } from './commands.server.ts'
import { listLinkable, listLinks } from './queries.server.ts'
import { linkRecord } from './schema.ts'

const NOW = Temporal.Now.instant().round('millisecond')
const RULES = {
  records: true,
  keepsDays: 7,
  duty: 'assignment',
  offDuty: 'drop',
  asksReason: true,
  tellsUnheld: true,
  night: null,
} as const
let car = ''
let driver = '' as OwnDriverId
let uid = ''

const act = <Result>(work: Parameters<typeof makeChange<Result>>[0], at = NOW) =>
  makeChange(work, { at, actor: { uid, role: 'admin', address: null, requestId: null } })
const linkOf = (more: object = {}) =>
  linkRecord.input.parse({ vehicleId: car, kind: 'customer', hours: '2', reason: 'A Ana espera no aeroporto', ...more })

beforeEach(async () => {
  const fleet = await aFleet()
  uid = await anAccount('operacoes@exemplo.pt', 'admin')
  car = fleet.vehicle('ZX11TA')
  const held = await db
    .selectFrom('assignments')
    .select(['id', 'driver_id'])
    .where('vehicle_id', '=', car)
    .executeTakeFirstOrThrow()
  driver = held.driver_id as OwnDriverId
  await asOwner(`update assignments set period = tstzrange('2026-01-01', null) where id = '${held.id}'`)
  await act((change) => saveRules(change, RULES), NOW.subtract({ hours: 10 }))
  await act((change) => readNotice(change, driver), NOW.subtract({ hours: 9 }))
  const fix = { lat: 38.75, lon: -9.14, speed: 9, course: 90, accuracy: 10 }
  const key = await fileDevice(car, NOW)
  const sent = [90, 60, 30].map((seconds) => ({ ...fix, at: NOW.epochMilliseconds - seconds * 1_000 }))
  await storePositions(sent.map((one) => ({ key, known: null, fix: one })))
})

test('a link shows the last place of its car and nothing of its driver, and the driver reads that somebody looked and why', async () => {
  const token = await act((change) => makeLink(change, linkOf()))
  const shown = await lookByLink(token, NOW)
  expect(shown).toEqual({
    plate: 'ZX-11-TA',
    until: NOW.add({ hours: 2 }).round('microsecond').toString(),
    shown: 'place',
    lat: 38.75,
    lon: -9.14,
    course: 90,
    at: Temporal.Instant.fromEpochMilliseconds(NOW.epochMilliseconds - 30_000).toString(),
  })
  expect(await listLooks({ driverId: driver }, 5)).toMatchObject([
    { role: 'link', what: 'last', by: null, reason: 'A Ana espera no aeroporto', plates: ['ZX-11-TA'] },
  ])
  await lookByLink(token, NOW.add({ seconds: 30 }))
  await lookByLink(token, NOW.add({ minutes: 20 }))
  expect(await listLinks(NOW)).toMatchObject([{ state: 'open', looks: 2, by: 'operacoes' }])
  const kept = JSON.stringify([
    await db.selectFrom('position_links').selectAll().execute(),
    await db.selectFrom('audit_events').selectAll().execute(),
  ])
  expect(kept).not.toContain(token)
})

test('a link shows nothing of a driver who is private, and that is not written down as a look; afterwards it shows again', async () => {
  const token = await act((change) => makeLink(change, linkOf()))
  await act((change) => beginPrivateTime(change, driver), NOW.subtract({ seconds: 10 }))
  expect(await lookByLink(token, NOW)).toMatchObject({ shown: 'private', plate: 'ZX-11-TA' })
  expect(await lookByLink(token, NOW)).not.toHaveProperty('lat')
  expect(await listLooks({ driverId: driver }, 5)).toEqual([])
  await act((change) => endPrivateTime(change, driver), NOW)
  expect(await lookByLink(token, NOW.add({ seconds: 1 }))).toMatchObject({ shown: 'place' })
  await db.updateTable('position_settings').set({ duty: 'shift', off_duty: 'hide' }).execute()
  expect(await lookByLink(token, NOW.add({ seconds: 2 }))).toMatchObject({ shown: 'private' })
})

test('a link that is wrong, over or taken back looks the same; none lasts longer than its kind, or is for a driver’s own car', async () => {
  const token = await act((change) => makeLink(change, linkOf()))
  expect(await lookByLink(`${token}x`, NOW)).toBeNull()
  expect(await lookByLink(token, NOW.add({ hours: 2 }))).toBeNull()
  expect((await listLinks(NOW.add({ hours: 2 })))[0]?.state).toBe('past')
  const [{ id } = { id: 0 }] = await listLinks(NOW)
  await act((change) => endLink(change, id))
  expect(await lookByLink(token, NOW)).toBeNull()
  expect((await listLinks(NOW))[0]?.state).toBe('ended')
  const long = act((change) => makeLink(change, linkOf({ hours: '48' })))
  await expect(long).rejects.toMatchObject({ code: 'car-link.too-long', params: { hours: 24 } })
  await act((change) => makeLink(change, linkOf({ hours: '48', kind: 'police', reason: 'NUIPC 12/26' })))
  await asOwner(`insert into vehicle_titles (vehicle_id, title, owner_id) values ('${car}', 'driver', '${driver}')`)
  await expect(act((change) => makeLink(change, linkOf()))).rejects.toMatchObject({ code: 'car-link.own-car' })
  expect((await listLinkable()).map(({ plate }) => plate)).not.toContain('ZX-11-TA')
  await asOwner(`delete from vehicle_titles where vehicle_id = '${car}'`)
  expect((await listLinkable()).map(({ plate }) => plate)).toContain('ZX-11-TA')
  await asOwner(`update vehicles set status = 'sold' where id = '${car}'`)
  expect((await listLinkable()).map(({ plate }) => plate)).not.toContain('ZX-11-TA')
  await expect(act((change) => makeLink(change, linkOf()))).rejects.toMatchObject({ code: 'car-link.sold' })
  await expect(act((change) => endLink(change, -1))).rejects.toMatchObject({ code: 'record.not-found' })
})

test('whoever tries links is turned away soon, and whoever has one is not held up by them', async () => {
  const token = await act((change) => makeLink(change, linkOf()))
  const open = (asked: string, address: string) => openLink({ token: asked, address, now: NOW })
  for (let tries = 0; tries < 20; tries++) expect(await open('guess', '192.0.2.7')).toBeNull()
  await expect(open(token, '192.0.2.7')).rejects.toMatchObject({ code: 'visitor.too-many' })
  expect(await open(token, '192.0.2.8')).toMatchObject({ shown: 'place' })
})
