import { mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { NotPublic, type PublicAnswer } from '#platform/public-host.server.ts'
import { makeChange } from '#test/factories.ts'
import { writeStreets } from '#test/street-tiles.ts'
import { installStreets, receiveStreets, removeStreets, setService } from './commands.server.ts'
import { askService, findFile, findService, readTile, streetsFolder, streetsOfMap } from './queries.server.ts'
import { serviceInput } from './schema.ts'

const folder = streetsFolder()
const made = join(folder, '..', 'made.mbtiles')

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  writeStreets(made)
})

async function* piecesOf(bytes: Uint8Array, size = 1_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const receive = (name = 'Ruas de Portugal.mbtiles') => receiveStreets(name, piecesOf(readFileSync(made)))
const text = (bytes: Uint8Array | null | undefined) => bytes && Buffer.from(bytes).toString()
/** The code with which something is refused. */
const code = (doing: Promise<unknown>) =>
  doing.then(
    () => 'done',
    (error: unknown) => (error as { code?: unknown }).code,
  )

test('a file that is sent counts, in the place of what lay there, until it is taken away', async () => {
  expect(await streetsOfMap()).toBeNull()
  await makeChange(async (change) => installStreets(change, await receive()))
  expect(await findFile()).toMatchObject({ name: 'Ruas-de-Portugal.mbtiles', zooms: { min: 2, max: 9 } })
  expect(text(await readTile(2, 1, 0))).toBe('norte')
  expect(await readTile(2, 0, 0)).toBeNull()

  await makeChange(async (change) => installStreets(change, await receive('../outras.pmtiles')))
  // The file's name in the folder follows from its content, and no part of a typed name leads out of that folder.
  expect(readdirSync(folder)).toEqual(['outras.mbtiles'])
  await makeChange((change) => removeStreets(change))
  expect(readdirSync(folder)).toEqual([])
  expect(await streetsOfMap()).toBeNull()
  expect(await code(makeChange((change) => removeStreets(change)))).toBe('record.not-found')
})

test('of several files that were laid by hand the newest counts', async () => {
  mkdirSync(folder, { recursive: true })
  writeStreets(join(folder, 'a.mbtiles'))
  writeStreets(join(folder, 'b.mbtiles'))
  utimesSync(join(folder, 'b.mbtiles'), 1_700_000_000, 1_700_000_000)
  expect((await findFile())?.name).toBe('a.mbtiles')
})

test('what the map could not draw is refused and leaves nothing behind', async () => {
  writeStreets(made, ['water', 'pois'])
  expect(await code(receive())).toBe('streets.no-roads')
  writeFileSync(made, 'Exmos. Senhores')
  expect(await code(receive())).toBe('streets.unreadable')
  const whole = Buffer.alloc(2_000, 7)
  async function* broken() {
    yield whole.subarray(0, 1_000)
    throw new Error('the line was cut')
  }
  await expect(receiveStreets('cut.mbtiles', broken())).rejects.toThrow('the line was cut')
  expect(readdirSync(folder)).toEqual([])
})

test('a file that says nothing of its layers is taken', async () => {
  writeStreets(made, null)
  const received = await receive()
  await received.forget()
  expect(readdirSync(folder)).toEqual([])
})

test('what a process that was killed left goes with the next file, and what still comes stays', async () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '.coming-old'), 'half')
  writeFileSync(join(folder, '.coming-new'), 'half')
  utimesSync(join(folder, '.coming-old'), 1_700_000_000, 1_700_000_000)
  const { forget } = await receive()
  await forget()
  expect(readdirSync(folder)).toEqual(['.coming-new'])
})

/** A service that answers at these addresses, and has nothing else. */
function serviceOf(answers: Record<string, PublicAnswer | Error>) {
  const asked: string[] = []
  const read = async (url: string): Promise<PublicAnswer> => {
    asked.push(url)
    const answer = answers[url] ?? { status: 404, bytes: Buffer.from('none') }
    if (answer instanceof Error) throw answer
    return answer
  }
  return { asked, read }
}

const TEMPLATE = 'https://tiles.example.com/{z}/{x}/{y}.pbf?key=abc'
const VECTORS = { status: 200, bytes: gzipSync(Buffer.from([0x1a, 1, 0])) }
const json = (value: object) => ({ status: 200, bytes: Buffer.from(JSON.stringify(value)) })

test('a service by the address of its tiles is asked for the whole world, then tile by tile, and only where no file lies', async () => {
  const service = serviceOf({
    'https://tiles.example.com/0/0/0.pbf?key=abc': VECTORS,
    'https://tiles.example.com/14/7776/6277.pbf?key=abc': { status: 200, bytes: gzipSync('rua') },
    'https://tiles.example.com/1/1/1.pbf?key=abc': { status: 500, bytes: Buffer.from('later') },
    'https://tiles.example.com/2/1/1.pbf?key=abc': { status: 200, bytes: Buffer.from('<!doctype html>') },
  })
  const zooms = await askService(TEMPLATE, service.read)
  expect(zooms).toEqual({ min: 0, max: 14 })
  await makeChange((change) => setService(change, { address: TEMPLATE, zooms }))
  expect(await findService()).toMatchObject({ host: 'tiles.example.com' })
  expect(await streetsOfMap()).toMatchObject({ min: 0, max: 14, host: 'tiles.example.com' })
  expect(JSON.stringify(await streetsOfMap())).not.toContain('abc')
  expect(text(await readTile(14, 7_776, 6_277, service.read))).toBe('rua')
  expect(await readTile(3, 0, 0, service.read)).toBeNull()
  expect(await readTile(1, 1, 1, service.read)).toBeUndefined()
  expect(await readTile(2, 1, 1, service.read)).toBeUndefined()
  const before = service.asked.length
  expect(await readTile(15, 0, 0, service.read)).toBeNull()

  await makeChange(async (change) => installStreets(change, await receive()))
  expect(text(await readTile(2, 1, 0, service.read))).toBe('norte')
  expect(await streetsOfMap()).toMatchObject({ host: null })
  expect(service.asked).toHaveLength(before)
  await makeChange((change) => setService(change, null))
  expect(await findService()).toBeNull()
})

test('a service that says where its tiles are is believed for an hour, and asked once', async () => {
  const at = 'https://maps.example.org/planet'
  const says = { tiles: ['https://maps.example.org/today/{z}/{x}/{y}.pbf'], minzoom: 0, maxzoom: 13 }
  const service = serviceOf({
    [at]: json({ ...says, vector_layers: [{ id: 'transportation' }] }),
    'https://maps.example.org/today/13/1/2.pbf': { status: 200, bytes: gzipSync('rua') },
  })
  const zooms = await askService(at, service.read)
  expect(zooms).toEqual({ min: 0, max: 13 })
  await makeChange((change) => setService(change, { address: at, zooms }))
  service.asked.length = 0
  for (const _ of [1, 2]) expect(text(await readTile(13, 1, 2, service.read))).toBe('rua')
  expect(service.asked.filter((url) => url === at)).toHaveLength(1)
})

test('a service that has no streets, does not answer or stands in the own house is refused with the reason', async () => {
  const at = 'https://maps.example.org/planet'
  const tiles = ['https://maps.example.org/{z}/{x}/{y}.pbf']
  const refused = (answer: PublicAnswer | Error, address = at) =>
    code(askService(address, serviceOf({ [at]: answer, 'https://tiles.example.com/0/0/0.pbf?key=abc': answer }).read))
  expect(await refused(json({ tiles, vector_layers: [{ id: 'water' }] }))).toBe('streets.no-roads')
  expect(await refused(json({ tiles }))).toBe('streets.no-tiles')
  expect(await refused({ status: 200, bytes: Buffer.from('<html>') })).toBe('streets.no-tiles')
  expect(await refused({ status: 302, bytes: Buffer.alloc(0) })).toBe('streets.no-tiles')
  expect(await refused({ status: 200, bytes: Buffer.from('\u0089PNG') }, TEMPLATE)).toBe('streets.no-tiles')
  expect(await refused({ status: 403, bytes: Buffer.from('key') }, TEMPLATE)).toBe('streets.no-tiles')
  expect(await refused(new NotPublic())).toBe('streets.inside')
  expect(await refused(new Error('ETIMEDOUT'), TEMPLATE)).toBe('streets.silent')
  // With the real way out: this machine is never asked.
  expect(await code(askService('https://127.0.0.1/planet'))).toBe('streets.inside')
  expect(await code(askService('https://[::1]/{z}/{x}/{y}'))).toBe('streets.inside')
  expect(await code(askService('https://localhost/planet'))).toBe('streets.inside')
})

test('an address is one of HTTPS with all of zoom, column and row, or none of them', () => {
  const read = (address: string) => serviceInput.safeParse({ address }).success
  expect([TEMPLATE, 'https://maps.example.org/planet', ''].map(read)).toEqual([true, true, true])
  const wrong = ['http://a.example/{z}/{x}/{y}', 'https://a.example/{z}/{x}', 'ruas', 'https://me:word@a.example/tiles']
  expect(wrong.map(read)).toEqual(wrong.map(() => false))
})

test('a service that is not reached is asked for one tile, and for no other of that minute, unless somebody names it anew', async () => {
  const at = TEMPLATE.replace('abc', 'away')
  const answers: Record<string, PublicAnswer | Error> = { [at.replace('{z}/{x}/{y}', '0/0/0')]: VECTORS }
  const service = serviceOf(answers)
  const zooms = await askService(at, service.read)
  await makeChange((change) => setService(change, { address: at, zooms }))
  for (const x of [0, 1, 2, 3]) answers[at.replace('{z}/{x}/{y}', `2/${x}/0`)] = new Error('ETIMEDOUT')
  service.asked.length = 0
  for (const x of [0, 1, 2, 3]) expect(await readTile(2, x, 0, service.read)).toBeUndefined()
  expect(service.asked).toHaveLength(1)
  await askService(at, service.read)
  answers[at.replace('{z}/{x}/{y}', '2/0/0')] = VECTORS
  expect(await readTile(2, 0, 0, service.read)).not.toBeUndefined()
})
