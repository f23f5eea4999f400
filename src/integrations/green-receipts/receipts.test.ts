import { readFileSync } from 'node:fs'
import Pdf from 'pdfkit'
import { expect, test } from 'vitest'
import { readReceiptInWorker, readReceiptListInWorker } from '#integrations/worker/read-in-worker.ts'
import { xlsxOf } from '#test/archives.ts'
import { readPortalReceipt } from './portal-receipt.ts'
import { readReceiptQr } from './receipt-qr.ts'
import { readReceiptListFile } from './read-receipt-list.ts'
import { readReceiptPaper } from './read-receipt-paper.ts'

const FIXTURES = new URL('../../../test/fixtures/money/receipts/', import.meta.url)
const bytesOf = (name: string) => readFileSync(new URL(name, FIXTURES))
const textOf = (name: string) => bytesOf(name).toString('utf8')

const EXEMPT = {
  kind: 'receipt-invoice',
  number: 'FR ATSIRE01FR/24',
  atcud: 'JJTEST01-24',
  issuer: '299999998',
  acquirer: '512345678',
  issuedOn: '2026-06-10',
  suppliedOn: '2026-06-07',
  week: '2026-06-01',
  base: 675_27,
  vat: 0,
  stamp: 0,
  total: 675_27,
  withheld: 0,
  toPay: 675_27,
}
const WITHHELD = {
  kind: 'receipt-invoice',
  number: 'FR ATSIRE01FR/7',
  atcud: 'JJTEST02-7',
  issuer: '123456789',
  acquirer: '512345678',
  issuedOn: '2026-06-10',
  suppliedOn: '2026-06-07',
  week: '2026-06-01',
  base: 1_627_84,
  vat: 97_67,
  stamp: 0,
  total: 1_725_51,
  withheld: 187_20,
  toPay: 1_538_31,
}
const exempt = textOf('fatura-recibo-isento.txt')
const withheld = textOf('fatura-recibo-6-retencao.txt')

test('the papers of the samples say exactly what they are expected to, labels first or label by label', () => {
  expect(readPortalReceipt(exempt)).toEqual({ ok: true, receipt: EXEMPT })
  expect(readPortalReceipt(withheld)).toEqual({ ok: true, receipt: WITHHELD })
})

test('a QR code agrees with its paper in everything it prints', () => {
  const papers = [EXEMPT, WITHHELD]
  const codes = textOf('qr.txt').trim().split('\n').map(readReceiptQr)
  expect(codes).toEqual(papers.map((paper) => ({ ok: true, receipt: { ...paper, suppliedOn: null, week: null } })))
})

test.each([
  ['annulled, by the watermark on either copy', exempt.replace('DUPLICADO', 'DUPLICADO ANULADO'), 'annulled'],
  ['of something else', 'Fatura de uma oficina\nTotal 12,00 €', 'not-a-receipt'],
  ['empty', ' \n', 'no-text'],
  ['of two receipts on one page', exempt.replace('\f', '\n').replace('FR/24>', 'FR/25>'), 'incomplete'],
  ['without the day of the service', exempt.replaceAll('Data da transação', 'Data'), 'incomplete'],
  ['whose ATCUD is of another number', exempt.replaceAll('JJTEST01-24', 'JJTEST01-25'), 'atcud'],
  ['whose issuer’s number is no NIF', exempt.replaceAll('299999998', '299999997'), 'incomplete'],
  ['with two NIF of the acquirer', exempt.replaceAll('PORTUGAL', 'PORTUGAL 299999998'), 'incomplete'],
  ['with five totals', exempt.replaceAll('Imposto do Selo\n', ''), 'totals'],
  ['with totals in another order', withheld.replace('Imposto do Selo', 'TOTAL A PAGAR'), 'totals'],
  ['whose VAT is not in the total', withheld.replace('IVA   97,67', 'IVA   97,66'), 'sums'],
  ['whose withholding is not off what is paid', withheld.replace('187,20', '187,21'), 'sums'],
])('a paper %s is not taken as read', (_, text, reason) => {
  expect(readPortalReceipt(text)).toEqual({ ok: false, reason })
})

test('a final consumer is no acquirer', () => {
  expect(readPortalReceipt(exempt.replaceAll('512345678', '999999990'))).toMatchObject({ receipt: { acquirer: null } })
  expect(readReceiptQr(textOf('qr.txt').split('\n')[0]!.replace('B:512345678', 'B:999999990'))).toMatchObject({
    receipt: { acquirer: null },
  })
})

test('an annulled QR code, one of another sum and a text that is none are told apart', () => {
  const [code = '', other = ''] = textOf('qr.txt').split('\n')
  const reasons = [
    code.replace('E:N', 'E:A'),
    other.replace('O:1725.51', 'O:1725.52'),
    other.replace('I4:97.67', 'I4:97.66'),
    code.replace('H:JJTEST01-24', 'H:JJTEST01-7'),
    code.replace('F:20260610', 'F:20260631'),
    `${code}*A:299999998`,
    'https://example.org',
  ].map((text) => readReceiptQr(text))
  expect(reasons.map((read) => (read.ok ? null : read.reason))).toEqual([
    'annulled',
    'sums',
    'sums',
    'atcud',
    'incomplete',
    'incomplete',
    'not-a-receipt',
  ])
})

/** Makes a PDF of two pages from the text of a sample, as the Portal does: each line by itself. */
async function pdfOf(text: string): Promise<Buffer> {
  const document = new Pdf({ size: 'A4', compress: true })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise((resolve) => document.on('end', resolve))
  text.split('\f').forEach((page, at) => {
    if (at > 0) document.addPage()
    document.fontSize(8)
    for (const line of page.split('\n')) document.text(line)
  })
  document.end()
  await ended
  return Buffer.concat(pieces)
}

test('a PDF is read by its own text, here and apart; a picture and a damaged file wait for a person', async () => {
  const paper = await pdfOf(exempt)
  expect(await readReceiptPaper(paper)).toEqual({ ok: true, receipt: EXEMPT })
  expect(await readReceiptInWorker({ name: 'recibo.pdf', bytes: paper })).toEqual({ ok: true, receipt: EXEMPT })
  expect(await readReceiptPaper(await pdfOf(withheld))).toEqual({ ok: true, receipt: WITHHELD })
  const unread = { ok: false, reason: 'no-text' }
  expect(await readReceiptPaper(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toEqual(unread)
  expect(await readReceiptPaper(paper.subarray(0, 300))).toEqual(unread)
  expect(await readReceiptPaper(await pdfOf(''))).toEqual(unread)
})

test('what e-Fatura lists is read with number and ATCUD apart, and a credit note below zero', async () => {
  const read = await readReceiptListFile({ name: 'a.csv', bytes: bytesOf('e-fatura-recebidas.csv') })
  const workshop = { nif: '501234560', name: 'Oficina Exemplo, Lda' }
  const driver = { kind: 'receipt-invoice', issuedOn: '2026-06-10', state: 'registered' }
  expect(read).toEqual({
    ok: true,
    is: 'received',
    rows: [
      {
        ...driver,
        issuer: { nif: '299999998', name: 'Anselmo Tavira Quintão' },
        number: 'FR ATSIRE01FR/24',
        atcud: 'JJTEST01-24',
        total: 675_27,
        vat: 0,
        base: 675_27,
      },
      {
        ...driver,
        issuer: { nif: '123456789', name: 'Bruna Salgueiro Nóbrega' },
        number: 'FR ATSIRE01FR/7',
        atcud: 'JJTEST02-7',
        total: 1_725_51,
        vat: 97_67,
        base: 1_627_84,
      },
      {
        kind: 'invoice',
        issuer: workshop,
        number: 'FT OF.2026/118',
        atcud: 'JJTEST03-118',
        issuedOn: '2026-06-08',
        total: 1_169_68,
        vat: 218_72,
        base: 950_96,
        state: 'registered',
      },
      {
        kind: 'credit-note',
        issuer: workshop,
        number: 'NC OF.2026/4',
        atcud: 'JJTEST04-4',
        issuedOn: '2026-06-09',
        total: -24_60,
        vat: -4_60,
        base: -20_00,
        state: 'pending',
      },
    ],
  })
})

test('a driver’s own list is read, columns swapped or not; `1.000` is a thousand and an annulled one counts nothing', async () => {
  const file = { name: 'recibos.csv', bytes: bytesOf('recibos-emitidos.csv') }
  const read = await readReceiptListFile(file)
  expect(read).toEqual({
    ok: true,
    is: 'issued',
    rows: [
      { receipt: { ...EXEMPT, issuer: null, week: null }, isAnnulled: false },
      {
        receipt: {
          kind: 'receipt-invoice',
          number: 'FR ATSIRE01FR/23',
          atcud: 'JJTEST01-23',
          issuer: null,
          acquirer: '512345678',
          issuedOn: '2026-06-03',
          suppliedOn: '2026-05-31',
          week: null,
          base: 1_000_00,
          vat: 60_00,
          stamp: 0,
          total: 1_060_00,
          withheld: 115_00,
          toPay: 945_00,
        },
        isAnnulled: true,
      },
    ],
  })
  expect(await readReceiptListInWorker(file)).toEqual(read)
})

test('the same list as a sheet, with amounts as numbers and its last columns missing, says the same', async () => {
  const heads = [
    'Setor',
    'Emitente',
    'Nº Fatura / ATCUD',
    'Tipo',
    'Data Emissão',
    'Total',
    'IVA',
    'Base Tributável',
    'Situação',
  ]
  const cells = ['Outros', '299999998 - Anselmo', 'FR ATSIRE01FR/24 / JJTEST01-24', 'Fatura-recibo', '2026-06-10']
  const text = (one: string) => `<c t="inlineStr"><is><t>${one}</t></is></c>`
  const row = (all: readonly string[]) => `<row>${all.join('')}</row>`
  const numbers = ['675.27', '0', '675.27'].map((one) => `<c><v>${one}</v></c>`)
  const sheet = row(heads.map(text)) + row([...cells.map(text), ...numbers, text('Registado')])
  const bytes = xlsxOf({ sheets: { Faturas: sheet } })
  expect(await readReceiptListFile({ name: 'a.xlsx', bytes })).toMatchObject({
    rows: [{ number: 'FR ATSIRE01FR/24', total: 675_27, vat: 0, base: 675_27 }],
  })
})

test('a list with one unreadable cell is refused whole, with line and column; another file is no list', async () => {
  const spoilt = textOf('e-fatura-recebidas.csv').replace('1.169,68 €', '1.16968')
  expect(await readReceiptListFile({ name: 'a.csv', bytes: Buffer.from(spoilt) })).toMatchObject({
    code: 'rows-unreadable',
    problems: [{ line: 4, column: 'Total', code: 'amount-unreadable', found: '1.16968' }],
  })
  const wrong = textOf('recibos-emitidos.csv').replace(';0;675,27\r', ';0;675,28\r')
  expect(await readReceiptListFile({ name: 'a.csv', bytes: Buffer.from(wrong) })).toMatchObject({
    problems: [{ line: 2, code: 'sum-differs' }],
  })
  expect(await readReceiptListFile({ name: 'a.csv', bytes: Buffer.from('Nome;NIF\nRui;1') })).toMatchObject({
    code: 'not-receipts',
  })
})
