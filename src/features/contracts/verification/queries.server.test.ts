import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { expect, test, vi } from 'vitest'
import { forgetUnused } from '#features/files/commands.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY, makeChange } from '#test/factories.ts'
import { acceptSignedPaper, addSignedPaper, draftContract } from '#features/contracts/commands.server.ts'
import { getContract } from '#features/contracts/queries.server.ts'
import { TEXT_MARK } from '#features/contracts/schema.ts'
import { listSignedPapers } from '#features/contracts/signed-papers/queries.server.ts'
import { secondPersonOf } from '#features/oversight/second-person/queries.server.ts'
import { sealOf } from '#integrations/seal/certificate.ts'
import { SEAL_ROOM, UNFILLED } from '#integrations/seal/places.ts'
import { sealPdf } from '#integrations/seal/seal-pdf.ts'
import { verifyFile } from './queries.server.ts'

test('every single changed byte of the mark and of the places of the seal is told as a change', async () => {
  const { own, aSealed } = await contractWorld()
  const { fileHash } = await getContract(await aSealed(own))
  const file = Buffer.from(await readKeptFile(fileHash!))
  const marks = [file.indexOf('texto sha256'), file.lastIndexOf('texto sha256')]
  const places = [file.indexOf('/ByteRange'), ...marks, file.lastIndexOf('/Contents')]
  const wrong: [number, string][] = []
  for (const begin of places)
    for (let at = begin; at < begin + 60; at += 3) {
      const changed = Buffer.from(file)
      changed[at] = changed[at]! ^ 1
      const { verdict } = await verifyFile(changed)
      if (verdict !== 'changed') wrong.push([at, verdict])
    }
  expect(wrong).toEqual([])
})

test('the bytes of a sealed contract are not forgotten because somebody sent the same file as a paper', async () => {
  const { own, aSealed } = await contractWorld()
  const { fileHash } = await getContract(await aSealed(own))
  await forgetUnused(fileHash!)
  expect((await readKeptFile(fileHash!)).byteLength).toBeGreaterThan(1_000)
})

test('what was sealed here and then added to is told as that, and a forgery with a seal of its own never is', async () => {
  const { own, aSealed } = await contractWorld()
  const { fileHash } = await getContract(await aSealed(own))
  const file = Buffer.from(await readKeptFile(fileHash!))
  const ADDED = { verdict: 'changed', how: 'added' }
  // Another signature after the seal, as a PDF reader writes it, and many marks of other texts.
  const signed = `\n9 0 obj <</Type /Sig /ByteRange [0 ${file.length} ${file.length + 2} 9]/Contents <>>> endobj\n%%EOF\n`
  const marks = `texto sha256 ${'0'.repeat(64)} `.repeat(9)
  for (const more of ['\n', signed, marks])
    expect(await verifyFile(Buffer.concat([file, Buffer.from(more)]))).toEqual(ADDED)

  vi.stubEnv('VOLANTE_DATA', join(tmpdir(), `volante-forged-${crypto.randomUUID()}`))
  const forger = await sealOf('Cais do Volante, Lda', Temporal.Now.instant())
  vi.unstubAllEnvs()
  const forged = Buffer.from(file)
  const [, open] = /\/ByteRange \[0 (\d+)/.exec(file.toString('latin1'))!
  forged.write(UNFILLED, file.indexOf('/ByteRange'), 'latin1')
  forged.write('0'.repeat(2 * SEAL_ROOM), Number(open) + 1, 'latin1')
  forged[20] = forged[20]! ^ 1
  const sealed = await sealPdf(forged, forger)
  const ALTERED = { verdict: 'changed', how: 'altered' }
  expect(await verifyFile(sealed)).toEqual(ALTERED)
  expect(await verifyFile(Buffer.concat([sealed, Buffer.from('\n')]))).toEqual(ALTERED)
})

test('of a file with a signature of its own is said whether it fits, and never that a seal of this site was broken', async () => {
  const { own, aSealed, input } = await contractWorld()
  const { fileHash } = await getContract(await aSealed(own))
  const foreign = await signedElsewhere(Buffer.from(await readKeptFile(fileHash!)))
  const changed = Buffer.from(foreign)
  changed[20] = changed[20]! ^ 1
  const unread = Buffer.from(foreign)
  unread.write('[0 x', unread.lastIndexOf('/ByteRange') + 11, 'latin1')
  const longer = Buffer.concat([foreign, Buffer.from('\n%%EOF\n')])
  expect(await verifyFile(foreign)).toEqual({ verdict: 'unknown', own: 'fits' })
  expect(await verifyFile(longer)).toEqual({ verdict: 'unknown', own: 'added' })
  expect(await verifyFile(changed)).toEqual({ verdict: 'unknown', own: 'unproved' })
  expect(await verifyFile(unread)).toEqual({ verdict: 'unknown', own: 'unproved' })

  const accepted = async (file: Buffer) => {
    const id = await makeChange((change) => draftContract(change, input(own)))
    await makeChange((change) => addSignedPaper(change, id, [new Blob([file as BlobPart])]))
    const [waiting] = await listSignedPapers(id)
    await makeChange(async (change) => acceptSignedPaper(change, id, waiting!.id, await secondPersonOf(change)))
    return waiting!.own
  }
  expect(await accepted(changed)).toBe('unproved')
  const at = MONDAY.toString()
  expect(await verifyFile(changed)).toEqual({ verdict: 'paper', at, own: 'unproved' })
  expect(await accepted(foreign)).toBe('fits')
  expect(await verifyFile(foreign)).toEqual({ verdict: 'paper', at, own: 'fits' })
  // The company signs after the driver, or a PDF reader adds a proof of the date.
  expect(await verifyFile(longer)).toEqual({ verdict: 'changed', how: 'addedToPaper' })
})

/** A file of ours as another house would have sealed it: under its certificate, without our mark. */
async function signedElsewhere(sealed: Buffer): Promise<Buffer> {
  vi.stubEnv('VOLANTE_DATA', join(tmpdir(), `volante-elsewhere-${crypto.randomUUID()}`))
  const seal = await sealOf('Outra Casa, Lda', Temporal.Now.instant())
  vi.unstubAllEnvs()
  const [, open] = /\/ByteRange \[0 (\d+)/.exec(sealed.toString('latin1'))!
  sealed.write(UNFILLED, sealed.indexOf('/ByteRange'), 'latin1')
  sealed.write('0'.repeat(2 * SEAL_ROOM), Number(open) + 1, 'latin1')
  for (let at = sealed.indexOf(TEXT_MARK); at !== -1; at = sealed.indexOf(TEXT_MARK))
    sealed.write('outro', at, 'latin1')
  return Buffer.from(await sealPdf(sealed, seal))
}
