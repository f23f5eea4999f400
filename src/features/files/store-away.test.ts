import sharp from 'sharp'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import { saveBrand } from '#features/company/brand/commands.server.ts'
import { drawIcon, findLogo, forgetBrand, readBrandLogo } from '#features/company/brand/queries.server.ts'
import { brandInput } from '#features/company/brand/schema.ts'
import { addSignedPaper, draftContract } from '#features/contracts/commands.server.ts'
import { getContract } from '#features/contracts/queries.server.ts'
import { listSignedPapers } from '#features/contracts/signed-papers/queries.server.ts'
import { findStamp } from '#features/contracts/stamps/queries.server.ts'
import { findSealed, verifyFile } from '#features/contracts/verification/queries.server.ts'
import { aBucket } from '#test/bucket-server.ts'
import { contractWorld } from '#test/contracts.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { runAs } from '#platform/work.ts'
import { forgetUnused, saveAttachment, saveFile, savePicture } from './commands.server.ts'
import { readKeptFile, readKeptFileIfReachable } from './queries.server.ts'

/** Tests what keeps working while the store of files does not answer. */
const bucket = await aBucket()
afterAll(() => bucket.stop())
afterEach(() => {
  bucket.state.trouble = 'none'
  vi.unstubAllEnvs()
})

function inTheBucket() {
  for (const [name, value] of Object.entries(bucket.settings)) vi.stubEnv(name, value)
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
  vi.stubEnv('FILES_STORE', 's3://frota/operador')
}

const AWAY = { code: 'store.unreachable' }
const photo = async () =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      ),
    ],
    'a.png',
  )

test('what cannot be kept leaves neither a row nor an object, and is kept once the store is back', async () => {
  await aFleet()
  inTheBucket()
  const paper = new File([pdfBytes()], 'fatura.pdf')
  const acts = [
    () => makeChange((change) => saveAttachment(change.tx, paper)),
    () => makeChange(async (change) => savePicture(change.tx, await photo())),
  ]
  for (const trouble of ['away', 'busy', 'forbidden', 'gone', 'gateway'] as const) {
    bucket.state.trouble = trouble
    for (const act of acts) await expect(act(), trouble).rejects.toMatchObject(AWAY)
  }
  expect([await db.selectFrom('files').selectAll().execute(), bucket.objects.size]).toEqual([[], 0])
  bucket.state.trouble = 'none'
  for (const act of acts) await act()
  const rows = await db.selectFrom('files').select('sha256').execute()
  expect([rows.length, bucket.objects.size]).toEqual([2, 2])
  for (const { sha256 } of rows) expect((await readKeptFile(sha256)).byteLength).toBeGreaterThan(0)
})

test('what is to be forgotten while the store is away is forgotten once it is back, and no other is asked for meanwhile', async () => {
  await aFleet()
  inTheBucket()
  const [first, second] = await makeChange(
    async (change) =>
      [
        await saveFile(change.tx, Buffer.from('first'), 'text/plain'),
        await saveFile(change.tx, Buffer.from('second'), 'text/plain'),
      ] as const,
  )
  const lying = () => [first, second].map((hash) => bucket.objects.has(`operador/${hash.slice(0, 2)}/${hash}.sealed`))
  const at = Temporal.Now.instant().add({ hours: 3 })
  bucket.state.trouble = 'away'
  await expect(forgetUnused(first, at)).rejects.toMatchObject(AWAY)
  const { requests } = bucket.state
  await expect(forgetUnused(second, at.add({ seconds: 59 }))).rejects.toMatchObject(AWAY)
  expect([bucket.state.requests, await db.selectFrom('files').select('sha256').execute()]).toEqual([requests, []])
  expect(lying()).toEqual([true, true])

  bucket.state.trouble = 'none'
  for (const hash of [first, second]) await forgetUnused(hash, at.add({ minutes: 1 }))
  expect(lying()).toEqual([false, false])
})

test('a page of a contract says what it cannot see in the file, and all else', async () => {
  const { own, aSealed, input } = await contractWorld()
  inTheBucket()
  const id = await aSealed(own)
  const { fileHash, textHash } = await getContract(id)
  const bytes = await readKeptFile(fileHash!)
  const other = await makeChange((change) => draftContract(change, input(own)))
  await makeChange((change) => addSignedPaper(change, other, [new File([pdfBytes()], 'assinado.pdf')]))
  const stamp = async () => findStamp(await getContract(id))
  const ofPaper = async () => (await listSignedPapers(other)).map(({ own: fits }) => fits)
  expect([await stamp(), await ofPaper()]).toEqual([{ is: 'none', mayAsk: false }, [null]])

  bucket.state.trouble = 'away'
  expect([await stamp(), await ofPaper()]).toEqual([{ is: 'unseen', mayAsk: false }, ['unseen']])
  expect(await findSealed(textHash)).toMatchObject({ stamp: 'unseen' })
  // Somebody who uploads the file brings its stamp along.
  expect(await verifyFile(bytes)).toMatchObject({ verdict: 'valid', stamp: null })
  expect(await readKeptFileIfReachable(fileHash!)).toBeNull()
  await expect(readKeptFile(fileHash!)).rejects.toMatchObject(AWAY)

  bucket.state.trouble = 'none'
  expect([await stamp(), await ofPaper()]).toEqual([{ is: 'none', mayAsk: false }, [null]])
})

test('pictures of pages ask a store that hangs once, not each by itself, and papers ask it again as soon as somebody wants one', async () => {
  await aFleet()
  inTheBucket()
  const typed = Object.fromEntries(Object.keys(brandInput.shape).map((name) => [name, '']))
  const input = brandInput.parse({ ...typed, version: 0, logo: await photo(), removeLogo: undefined })
  await makeChange((change) => saveBrand(change, input))
  forgetBrand()
  const { logo_sha256: logo } = await db.selectFrom('brand').select('logo_sha256').executeTakeFirstOrThrow()
  bucket.state.trouble = 'silent'
  const before = bucket.state.silent
  const asPage = <Answer>(ask: () => Promise<Answer>) =>
    runAs('page', ask).then(
      () => 'shown',
      (error: { code?: string }) => error.code,
    )
  const pictures = () =>
    Promise.all(
      [() => findLogo(logo!), () => findLogo(logo!), () => drawIcon(192, { isCut: false })].map((ask) => asPage(ask)),
    )
  for (const _ of ['at once', 'afterwards'])
    expect(await pictures()).toEqual(Array.from({ length: 3 }, () => AWAY.code))
  expect(bucket.state.silent - before).toBe(1)
  bucket.state.trouble = 'none'
  expect(await asPage(readBrandLogo)).toBe('shown')
  expect(await pictures()).toEqual(['shown', 'shown', 'shown'])
})
