import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { Sheet } from '#integrations/pdf/sheet.ts'
import { sealOf } from '#integrations/seal/certificate.ts'
import { sealPdf } from '#integrations/seal/seal-pdf.ts'
import { dataPath } from '#platform/env.server.ts'
import { sha256 } from '#platform/hash.ts'
import { MONDAY, aFleet, asOwner, makeChange } from '#test/factories.ts'
import { forgetUnused, saveAttachment, saveFile, readSignaturesOnce } from './commands.server.ts'
import { readKeptFile } from './queries.server.ts'

const keep = (bytes: Uint8Array) => makeChange((change) => saveFile(change.tx, bytes, 'text/plain'))
const bytesOf = (text: string) => new TextEncoder().encode(text)

test('bytes come back as they were, under their hash, and are kept once', async () => {
  await aFleet()
  const bytes = bytesOf('olá\0\r\n')
  const hashes = await Promise.all(Array.from({ length: 8 }, () => keep(bytes)))
  expect(new Set(hashes)).toEqual(new Set([sha256(bytes)]))
  expect(await readKeptFile(hashes[0]!)).toEqual(bytes)
  expect(await db.selectFrom('files').select(['sha256', 'size']).execute()).toEqual([
    { sha256: hashes[0], size: bytes.length },
  ])
  expect(readdirSync(dataPath('files', 'incoming'))).toEqual([])
})

test('nothing is a file too', async () => {
  await aFleet()
  expect(await readKeptFile(await keep(new Uint8Array()))).toEqual(new Uint8Array())
})

test('a file that is missing or damaged is said to be, and never handed out', async () => {
  await aFleet()
  const hash = await keep(bytesOf('extrato'))
  truncateSync(join(dataPath('files'), hash.slice(0, 2), `${hash}.sealed`), 70)
  await expect(readKeptFile(hash)).rejects.toThrow('damaged')
  await expect(readKeptFile('0'.repeat(64))).rejects.toThrow('missing')
})

test('bytes nobody refers to are forgotten, those of a record that stands are not', async () => {
  await aFleet()
  const [unused, used] = [await keep(bytesOf('carta')), await keep(bytesOf('lista'))]
  await db
    .insertInto('imports')
    .values({
      sha256: used,
      name: 'lista.csv',
      source: 'uber',
      kind: 'payments_driver',
      language: 'pt',
      columns: [],
      header_line: 1,
      data_rows: 0,
      totals: '{}',
      warnings: '[]',
      imported_at: '2026-06-08T09:00:00Z',
    })
    .execute()
  await forgetUnused(unused)
  await forgetUnused(used)
  await expect(readKeptFile(unused)).rejects.toThrow('missing')
  expect(await readKeptFile(used)).toEqual(bytesOf('lista'))
  expect(await db.selectFrom('files').select('sha256').execute()).toEqual([{ sha256: used }])
})

test('bytes that somebody keeps at this moment are not forgotten from under them', async () => {
  const [kept, mayGoOn] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const keeping = makeChange(async (change) => {
    kept.resolve(await saveFile(change.tx, bytesOf('carta'), 'text/plain'))
    await mayGoOn.promise
  })
  const hash = await kept.promise
  const forgetting = forgetUnused(hash)
  // Forgetting waits for the one who keeps, or ends before the row is there.
  await Promise.race([forgetting, setTimeout(300)])
  mayGoOn.resolve()
  await Promise.all([keeping, forgetting])
  expect(await readKeptFile(hash)).toEqual(bytesOf('carta'))
})

test('of a paper it is kept what its signatures say, and a picture is no PDF', async () => {
  await aFleet()
  const kept = async (file: File) => {
    const paper = await makeChange((change) => saveAttachment(change.tx, file))
    return db.selectFrom('files').select('signature').where('sha256', '=', paper!.sha256).executeTakeFirstOrThrow()
  }
  const sheet = new Sheet({ title: 'Fatura', author: 'Oficina', language: 'pt-PT', createdAt: MONDAY })
  sheet.write('P', 'Fatura', { size: 10, weight: 400, colour: '#000000' }, { x: 56, y: 80, width: 400 })
  sheet.keepSealRoom({ name: 'Oficina', reason: 'Fatura', at: MONDAY })
  const unsigned = await sheet.close(() => {})
  const signed = await sealPdf(unsigned, await sealOf('Oficina', MONDAY))
  expect(await kept(new File([new Uint8Array(signed)], 'fatura.pdf'))).toEqual({ signature: 'unqualified' })
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(await kept(new File([new Uint8Array(photo)], 'fatura.png'))).toEqual({ signature: 'not-pdf' })
})

test('invoices that came before signatures were read are looked at once, other files are not, and a lost one stays unseen', async () => {
  await aFleet()
  const [invoice, lost, other] = [
    await keep(bytesOf('%PDF-1.4 fatura')),
    await keep(bytesOf('x')),
    await keep(bytesOf('y')),
  ]
  await asOwner(`insert into maintenance_jobs (vehicle_id, what, done_on, cost_cents, created_at, file_name, file_sha256)
    select id, 'Revisão', '2026-06-01', 100, now(), 'fatura.pdf', sha from (select id from vehicles limit 1) car, unnest(array['${invoice}', '${lost}']) sha`)
  truncateSync(join(dataPath('files'), lost.slice(0, 2), `${lost}.sealed`), 70)
  expect(await readSignaturesOnce()).toBe(1)
  expect(await readSignaturesOnce()).toBe(0)
  const seen = await db.selectFrom('files').select(['sha256', 'signature']).execute()
  const of = (hash: string) => seen.find(({ sha256: one }) => one === hash)?.signature
  expect([of(invoice), of(lost), of(other)]).toEqual(['none', null, null])
})
