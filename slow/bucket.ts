/**
 * Kept files in a bucket of a store that is not ours: OpenStack Swift as Debian packs it, which checks each signature by its own
 * program. `npm run slow -- bucket`, with `apt-get install swift-proxy swift-account swift-container swift-object memcached`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CreateBucketCommand, ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { inMemory, sha256Of } from '#platform/bytes.ts'
import { sha256 } from '#platform/hash.ts'
import { storage } from '../src/integrations/storage/storage.ts'
import { newDataDirectory, startSite, volante } from '../e2e/site.ts'
import { startProgram, end, freePort, workshop } from './servers.ts'

const NEEDS = '/usr/bin/swift-proxy-server'
if (!existsSync(NEEDS)) {
  console.error(
    'OpenStack Swift is missing: apt-get install swift-proxy swift-account swift-container swift-object memcached',
  )
  process.exit(2)
}

const BUCKET = 'frota'
const REGION = 'eu-west-3'
const SECRET = 'segredo'
const KINDS = ['account', 'container', 'object'] as const

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold: ${what}`)
  console.log(`✓ ${what}`)
}

const place = workshop('bucket')
const { origin, stop, start } = await startSwift(place)
const settings = {
  FILES_STORE: `s3://${BUCKET}/operador`,
  AWS_ACCESS_KEY_ID: 'volante:site',
  AWS_SECRET_ACCESS_KEY: SECRET,
  AWS_REGION: REGION,
  AWS_ENDPOINT_URL_S3: origin,
}
const client = new S3Client({
  endpoint: origin,
  region: REGION,
  forcePathStyle: true,
  credentials: { accessKeyId: settings.AWS_ACCESS_KEY_ID, secretAccessKey: SECRET },
})
await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
const objects = async () => (await client.send(new ListObjectsV2Command({ Bucket: BUCKET }))).Contents ?? []

await keepsEachLength()
await refusesAnother()
await movesThereAndBack()
await stop()

async function keepsEachLength(): Promise<void> {
  Object.assign(process.env, settings, { VOLANTE_DATA: newDataDirectory() })
  const hashes: string[] = []
  for (const length of [0, 1, 65_535, 65_536, 65_537, 20_000_000]) {
    const bytes = Buffer.alloc(length, 'Cartão de cidadão ')
    const hash = sha256(bytes)
    hashes.push(hash)
    for (let times = 0; times < 2; times++) await storage().keep(hash, inMemory(bytes))
    const source = await storage().open(hash)
    expectThat(source?.size === length && (await sha256Of(source)) === hash, `${length} bytes come back as they were`)
  }
  expectThat((await storage().open(sha256(Buffer.from('never kept')))) === null, 'what was never kept is not there')
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }))
  expectThat(Uploads.length === 0, 'no upload in parts is left open')
  for (const hash of hashes) await storage().forget(hash)
  await storage().forget(sha256(Buffer.from('never kept')))
  expectThat(
    (await objects()).every(({ Key = '' }) => !Key.startsWith('operador/')),
    'what is forgotten is gone',
  )
}

/** Expects `store.unreachable` with another secret, and while the store is away. */
async function refusesAnother(): Promise<void> {
  const bytes = Buffer.from('recibo')
  const isRefused = () =>
    storage()
      .keep(sha256(bytes), inMemory(bytes))
      .then(
        () => false,
        (error: unknown) => error instanceof Error && 'code' in error && error.code === 'store.unreachable',
      )
  process.env['AWS_MAX_ATTEMPTS'] = '1'
  Object.assign(process.env, { AWS_SECRET_ACCESS_KEY: 'another', FILES_STORE: `s3://${BUCKET}/outro` })
  expectThat(await isRefused(), 'who signs with another secret is refused')
  Object.assign(process.env, { AWS_SECRET_ACCESS_KEY: SECRET, FILES_STORE: `s3://${BUCKET}/terceiro` })
  await stop()
  expectThat(await isRefused(), 'a store that is away is told as such')
  await start()
  await storage().keep(sha256(bytes), inMemory(bytes))
  expectThat(
    (await sha256Of((await storage().open(sha256(bytes)))!)) === sha256(bytes),
    'it works again when it is back',
  )
}

/** Moves the demonstration's files to the bucket and back, beside a working site. */
async function movesThereAndBack(): Promise<void> {
  const folder = newDataDirectory()
  Object.assign(process.env, settings, { FILES_STORE: '' })
  await (await startSite(folder)).end()
  Object.assign(process.env, settings)
  const site = await startSite(folder)
  const away = move(folder)
  expectThat(away.moved > 100 && away.missing === 0, `${away.moved} files of the demonstration went to the bucket`)
  expectThat((await objects()).length >= away.moved, 'each lies in the bucket')
  await site.end()
  Object.assign(process.env, { FILES_STORE: '', FILES_STORE_BEFORE: settings.FILES_STORE })
  const back = move(folder)
  expectThat(back.moved === away.moved && back.missing === 0, `${back.moved} came back`)
}

function move(folder: string): Moved {
  return JSON.parse(volante(folder, 'files', 'move', '--json'))
}
type Moved = { moved: number; missing: number }

/**
 * Swift on one folder of this machine, with its S3 interface; `stop` ends it, and `start` starts it again on the same
 * data.
 */
async function startSwift(folder: string) {
  const conf = join(folder, 'conf')
  mkdirSync(join(folder, 'disk', 'sda1'), { recursive: true })
  mkdirSync(conf)
  const user = process.getuid?.() === 0 ? 'root' : execFileSync('id', ['-un'], { encoding: 'utf8' }).trim()
  const common = (port: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${user}\nswift_dir = ${conf}\n`
  const ports: Record<string, number> = {}
  for (const kind of KINDS) {
    const port = (ports[kind] = await freePort())
    writeFileSync(
      join(conf, `${kind}.conf`),
      `${common(port)}devices = ${join(folder, 'disk')}\nmount_check = false\n[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    )
    const builder = join(conf, `${kind}.builder`)
    const ring = (...args: string[]) => execFileSync('swift-ring-builder', [builder, ...args], { stdio: 'ignore' })
    ring('create', '4', '1', '0')
    ring('add', `r1z1-127.0.0.1:${port}/sda1`, '1')
    ring('rebalance')
  }
  const [proxy, cache] = [await freePort(), await freePort()]
  const filters = {
    catch_errors: '',
    cache: `memcache_servers = 127.0.0.1:${cache}`,
    listing_formats: '',
    bulk: '',
    s3api: `location = ${REGION}`,
    tempauth: `user_volante_site = ${SECRET} .admin`,
    slo: '',
  }
  const parts = Object.entries(filters).map(
    ([name, rest]) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${rest}\n`,
  )
  writeFileSync(
    join(conf, 'proxy.conf'),
    `${common(proxy)}[pipeline:main]\npipeline = ${Object.keys(filters).join(' ')} proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n${parts.join('')}`,
  )
  let running: ReturnType<typeof startProgram>[] = []
  const launch = async () => {
    running = [
      startProgram('memcached', ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(cache)], { own: false }),
      ...[...KINDS, 'proxy'].map((kind) =>
        startProgram(`swift-${kind}-server`, [join(conf, `${kind}.conf`)], { own: false }),
      ),
    ]
    for (const port of [...Object.values(ports), proxy]) await answers(`http://127.0.0.1:${port}`)
  }
  await launch()
  return {
    origin: `http://127.0.0.1:${proxy}`,
    start: launch,
    stop: async () => {
      for (const { child } of running) await end(child)
    },
  }
}

async function answers(address: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    const isThere = await fetch(address).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await pause(200)
  }
  throw new Error(`${address} does not answer`)
}
