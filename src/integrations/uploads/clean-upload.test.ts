import { once } from 'node:events'
import { createServer } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import Pdf from 'pdfkit'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import type { RefusalCode } from '#domain/refusal.ts'
import { pdfBytes } from '#test/papers.ts'
import { cleanDrawing, cleanPaper, cleanUpload } from './clean-upload.ts'

afterEach(() => vi.unstubAllEnvs())

const photo = sharp({ create: { width: 600, height: 400, channels: 3, background: '#3366cc' } })

async function pdf(draw: (document: PDFKit.PDFDocument) => void = () => {}, options: PDFKit.PDFDocumentOptions = {}) {
  const document = new Pdf(options)
  document.text('Certificado')
  draw(document)
  document.end()
  const pieces: Buffer[] = []
  for await (const piece of document) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const blob = (...parts: (Uint8Array | string)[]) => new Blob(parts as BlobPart[])
const refusal = async (file: Blob): Promise<RefusalCode | 'taken'> =>
  await cleanUpload(file).then(
    () => 'taken' as const,
    (error: { code: RefusalCode }) => error.code,
  )

test('of a photo, where it was taken goes and what was up stays up', async () => {
  const taken = await photo
    .clone()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 0/1' }, IFD0: { Model: 'Telemóvel' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(taken).metadata()).exif).toBeDefined()
  const { bytes, mediaType } = await cleanUpload(blob(taken))
  const { exif, orientation, width, height } = await sharp(bytes).metadata()
  expect({ mediaType, exif, orientation, width, height }).toEqual({
    mediaType: 'image/jpeg',
    exif: undefined,
    orientation: undefined,
    width: 400,
    height: 600,
  })
})

test('a large photo becomes as large as its small print needs, and what hangs behind it goes', async () => {
  const large = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  const { bytes } = await cleanUpload(blob(large, 'PK\u0003\u0004 a ZIP behind a photo'))
  expect((await sharp(bytes).metadata()).width).toBe(2400)
  expect(Buffer.from(bytes).includes('a ZIP behind')).toBe(false)
})

test.each(['png', 'webp'] as const)('%s with something to see through becomes a JPEG on white', async (format) => {
  const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
    .toFormat(format)
    .toBuffer()
  const { bytes } = await cleanUpload(blob(clear))
  expect([...(await sharp(bytes).raw().toBuffer())].every((value) => value === 255)).toBe(true)
})

test('a PDF stays byte for byte what it is: it may be signed', async () => {
  const bytes = await pdf()
  expect(await cleanUpload(blob(bytes))).toEqual({ bytes: new Uint8Array(bytes), mediaType: 'application/pdf' })
})

test.each<[string, RefusalCode, () => Blob | Promise<Blob>]>([
  ['nothing', 'upload.empty', () => blob('')],
  ['more than 10 MB', 'upload.too-large', () => blob(new Uint8Array(10 * 1024 * 1024 + 1))],
  ['a page of HTML named as a photo', 'upload.unknown', () => new File(['<html><script>'], 'foto.jpg')],
  ['an SVG', 'upload.unknown', () => blob('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a photo as an iPhone keeps it', 'upload.heic', () => blob('\0\0\0\x18ftypheic', new Uint8Array(400))],
  ['a program', 'upload.unknown', () => blob('MZ\u0000\u0001\u0000', new Uint8Array(400))],
  ['a ZIP', 'upload.unknown', () => blob('PK\u0003\u0004', new Uint8Array(100))],
  ['a GIF', 'upload.unknown', async () => blob(await photo.clone().gif().toBuffer())],
  ['a head of a PNG alone', 'upload.damaged', () => blob(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]))],
  ['a PNG that says it has 2,500 megapixels', 'upload.too-many-pixels', () => bomb(50_000, 50_000)],
  ['a PNG of one line, forty million dots long', 'upload.too-many-pixels', () => bomb(40_000_000, 1)],
  ['a PDF of 201 pages', 'upload.pdf-long', () => pdf((document) => times(200, () => document.addPage())).then(blob)],
  [
    'a PDF that ends as a ZIP ends, behind a comment',
    'upload.pdf-active',
    async () => blob(await pdf(), '%PK\u0003\u0004PK\u0005\u0006\n%%EOF'),
  ],
  ['half a JPEG', 'upload.damaged', async () => blob((await photo.clone().jpeg().toBuffer()).subarray(0, 800))],
  ['a PDF with a ZIP behind it', 'upload.pdf-active', async () => blob(await pdf(), 'PK\u0003\u0004 inside')],
  ['a page of HTML in front of a PDF', 'upload.pdf-active', async () => blob('<html>', await pdf())],
  ['half a PDF', 'upload.damaged', async () => blob((await pdf()).subarray(0, 500))],
  ['a PDF with a password', 'upload.pdf-locked', async () => blob(await pdf(() => {}, { userPassword: 'segredo' }))],
  [
    'a PDF that carries another file',
    'upload.pdf-active',
    async () => blob(await pdf((document) => document.file(Buffer.from('MZ'), { name: 'a.exe' }))),
  ],
  ['a PDF that runs a script', 'upload.pdf-active', () => blob(scripted('/JavaScript'))],
  ['a PDF that spells its script by numbers', 'upload.pdf-active', () => blob(scripted('/J#61vaScript'))],
])('%s is refused as %s', async (_, code, file) => {
  expect(await refusal(await file())).toBe(code)
})

const CATALOG = '/Type /Catalog /Pages 2 0 R'
const PAGE = '/Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]'
const LAUNCH = '<</S /Launch /F (cmd.exe)>>'

test.each<[string, { catalog?: string; page?: string; more?: string }]>([
  ['a script of a page', { page: '/AA <</O 4 0 R>>', more: '<</S /JavaScript /JS (x)>>' }],
  ['a script behind a link', { page: '/Annots [4 0 R]', more: '<</Subtype /Link /A <</S /JavaScript /JS (x)>>>>' }],
  ['a program that is begun when it is opened', { catalog: '/OpenAction 4 0 R', more: LAUNCH }],
  ['a program behind a link', { page: '/Annots [4 0 R]', more: `<</Subtype /Link /A ${LAUNCH}>>` }],
  ['an address that is opened with it', { catalog: '/OpenAction 4 0 R', more: '<</S /URI /URI (http://a.example)>>' }],
  ['a file of another machine that is opened with it', { catalog: '/OpenAction <</S /GoToR /F (//a/b)>>' }],
  [
    'a form that is sent when it is opened',
    { catalog: '/OpenAction 4 0 R', more: '<</S /SubmitForm /F (http://a.example)>>' },
  ],
  ['a form of another language', { catalog: '/AcroForm <</XFA [(template) (x)] /Fields []>>' }],
  ['a file beside its catalogue', { catalog: '/AF [4 0 R]', more: '<</F (a.exe) /EF <</F 5 0 R>>>>' }],
  ['a film with a program', { page: '/Annots [4 0 R]', more: '<</Subtype /RichMedia>>' }],
])('a PDF whose packed objects hold %s is refused', async (_, { catalog = '', page = '', more = 'null' }) => {
  const pages = '<</Type /Pages /Kids [3 0 R] /Count 1>>'
  const objects = [`<<${CATALOG} ${catalog}>>`, pages, `<<${PAGE} ${page}>>`, more]
  expect(await refusal(blob(packedPdf(objects)))).toBe('upload.pdf-active')
})

test('a PDF whose objects are packed is taken where they do nothing, also one that is opened at a page', async () => {
  const pages = '<</Type /Pages /Kids [3 0 R] /Count 1>>'
  for (const opening of ['', '/OpenAction [3 0 R /Fit]'])
    expect(await refusal(blob(packedPdf([`<<${CATALOG} ${opening}>>`, pages, `<<${PAGE}>>`])))).toBe('taken')
})

/** Makes a PDF of version 1.5: its objects, numbered from 1, are in one compressed stream, and their places in another. */
function packedPdf(objects: readonly string[], places?: Buffer): Buffer {
  let [index, body] = ['', '']
  for (const [at, object] of objects.entries()) {
    index += `${at + 1} ${body.length} `
    body += `${object} `
  }
  const part = (number: number, dictionary: string, bytes: Buffer) =>
    `${number} 0 obj <<${dictionary} /Filter /FlateDecode /Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream endobj\n`
  const packed = objects.length + 1
  const head = `%PDF-1.5\n${part(packed, `/Type /ObjStm /N ${objects.length} /First ${index.length}`, deflateSync(index + body))}`
  const row = (type: number, at: number, ordinal: number) => {
    const bytes = Buffer.alloc(6)
    bytes[0] = type
    bytes.writeUInt32BE(at, 1)
    bytes[5] = ordinal
    return bytes
  }
  const rows = [row(0, 0, 255), ...objects.map((_, at) => row(2, packed, at)), row(1, 9, 0), row(1, head.length, 0)]
  const table = part(
    packed + 1,
    `/Type /XRef /Size ${rows.length} /W [1 4 1] /Root 1 0 R`,
    deflateSync(places ?? Buffer.concat(rows)),
  )
  return Buffer.from(`${head}${table}startxref\n${head.length}\n%%EOF\n`, 'latin1')
}

test('a PDF that would take a reader’s minutes or memory is refused in a moment', async () => {
  const empty = '<</Type /Catalog>>'
  const hostile = [
    // When each word started a new search through the rest, this took two minutes.
    `%PDF-1.7\n${'stream\n'.repeat(1_400_000)}%%EOF`,
    packedPdf([empty], Buffer.alloc(200_000_000)),
    packedPdf([empty, ' '.repeat(100_000_000)]),
  ]
  const began = performance.now()
  for (const file of hostile) expect(await refusal(blob(file))).toBe('upload.damaged')
  expect(performance.now() - began).toBeLessThan(20_000)
})

const scripted = (name: string) =>
  Buffer.from(pdfBytes())
    .toString('latin1')
    .replace('/Type /Catalog', `/Type /Catalog /OpenAction <</S ${name} /JS (app.alert\\(1\\))>>`)

function times(count: number, act: () => unknown): void {
  for (let time = 0; time < count; time++) act()
}

/** Makes a PNG of a few bytes that claims this size. */
async function bomb(width: number, height: number): Promise<Blob> {
  const bytes = await photo.clone().png().toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return blob(bytes)
}

test('several photos become one PDF, a page each; a PDF among them is refused', async () => {
  const page = blob(await photo.clone().jpeg().toBuffer())
  const { bytes, mediaType } = await cleanPaper([page, page, page])
  expect(mediaType).toBe('application/pdf')
  expect(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Type \/Page\b/g),
  ).toHaveLength(3)
  expect(await cleanUpload(blob(bytes))).toMatchObject({ mediaType: 'application/pdf' })
  await expect(cleanPaper([page, blob(await pdf())])).rejects.toMatchObject({ code: 'upload.pdf-among-photos' })
  await expect(cleanPaper(Array.from({ length: 21 }, () => page))).rejects.toMatchObject({
    code: 'upload.too-many-pages',
  })
})

/** Starts a scanner that gives this answer, and records what was streamed to it. */
async function scanner(answer: string) {
  const seen: Buffer[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (piece) => seen.push(Buffer.from(piece)))
    socket.on('end', () => socket.end(`${answer}\0`))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  vi.stubEnv('CLAMD', `127.0.0.1:${port}`)
  return { server, seen }
}

test.each<[string, RefusalCode | 'taken']>([
  ['stream: OK', 'taken'],
  ['stream: Win.Test.EICAR_HDB-1 FOUND', 'upload.infected'],
  ['INSTREAM size limit exceeded. ERROR', 'upload.not-scanned'],
])('a scanner that says «%s» makes a paper %s', async (answer, what) => {
  const { server, seen } = await scanner(answer)
  const bytes = await pdf()
  expect(await refusal(blob(bytes))).toBe(what)
  const sent = Buffer.concat(seen)
  expect(sent.subarray(0, 10).toString()).toBe('zINSTREAM\0')
  expect(sent.subarray(14, -4).equals(bytes)).toBe(true)
  server.close()
})

test('while the scanner is down nothing is kept', async () => {
  const { server } = await scanner('')
  server.close()
  expect(await refusal(blob(await pdf()))).toBe('upload.not-scanned')
})

test('a scanner that says more than an answer is none: nothing is kept, and nothing of it is read on', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    const more = setInterval(() => socket.write('stream: OK '.repeat(1_000)), 1)
    socket.on('close', () => clearInterval(more))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.stubEnv('CLAMD', `127.0.0.1:${(server.address() as { port: number }).port}`)
  expect(await refusal(blob(await pdf()))).toBe('upload.not-scanned')
  server.close()
})

test('a drawing is a picture alone, and as small as a signature is', async () => {
  const { bytes, mediaType } = await cleanDrawing(blob(await photo.clone().resize(1200, 300).png().toBuffer()))
  expect(mediaType).toBe('image/jpeg')
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 600, height: 150 })
  await expect(cleanDrawing(blob(pdfBytes()))).rejects.toMatchObject({ code: 'upload.unknown' })
})
