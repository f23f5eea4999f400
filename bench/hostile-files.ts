import { randomBytes } from 'node:crypto'
import { xlsxOf, zipOf } from '#test/archives.ts'

/** A file that somebody drops to do harm, or by mistake; its bytes are made when they are needed. */
export type HostileFile = { what: string; name: string; bytes: () => Uint8Array }

const MB = 1_000_000

/** Files that once held everybody up, or were made to: long lines, many columns, quotes that never close, bombs. */
export const HOSTILE: readonly HostileFile[] = [
  // A harmless file: it shows the cost of any file (the reading thread and its code), so the rest of each figure is the
  // file's own.
  { what: 'a list of 1 KB', name: 'pequena.csv', bytes: () => repeated('a;b\n', 1_000) },
  { what: '99 MB of ; in one line', name: 'linha.csv', bytes: () => Buffer.alloc(99 * MB, ';') },
  {
    what: '99 MB of ; in lines of 90,000',
    name: 'linhas.csv',
    bytes: () => repeated(`${';'.repeat(90_000)}a\n`, 99 * MB),
  },
  { what: '30 MB of "x;', name: 'aspas.csv', bytes: () => repeated('"x;', 30 * MB) },
  { what: '30 MB of "x; in lines', name: 'aspas-em-linhas.csv', bytes: () => repeated('"x;\n', 30 * MB) },
  { what: '30 MB of a;b lines', name: 'curtas.csv', bytes: () => repeated('a;b\n', 30 * MB) },
  {
    what: '30 MB of UTF-16',
    name: 'larga.csv',
    bytes: () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a;b\n'.repeat(4 * MB), 'utf16le')]),
  },
  { what: '99 MB of NUL', name: 'nulos.csv', bytes: () => Buffer.alloc(99 * MB) },
  { what: '99 MB of a Uber report', name: 'payments_driver.csv', bytes: uber },
  { what: '20 MB of passages', name: 'extrato_movimentos.csv', bytes: () => passages(20 * MB) },
  {
    what: 'zip of 199 lists',
    name: 'listas.zip',
    bytes: () =>
      zipOf(Array.from({ length: 199 }, (_, at) => ({ name: `extrato_${at}.csv`, data: passages(50_000, at) }))),
  },
  {
    what: 'XLSX of far cells',
    name: 'longe.xlsx',
    bytes: () => sheet(6_000, () => `<c r="ALL1"><v>${Math.random()}</v></c>`),
  },
  {
    what: 'XLSX of 200,000 full rows',
    name: 'cheio.xlsx',
    bytes: () => sheet(200_000, (at) => `<c><v>${at}</v></c>`.repeat(10)),
  },
  {
    what: 'XLSX of a million cells in a row',
    name: 'fila.xlsx',
    bytes: () =>
      xlsxOf({ sheets: { A: `<row>${Array.from({ length: MB }, (_, at) => `<c><v>${at}</v></c>`).join('')}</row>` } }),
  },
  {
    what: 'XLSX of entities',
    name: 'entidades.xlsx',
    bytes: () =>
      zipOf([
        { name: 'xl/workbook.xml', data: billionLaughs() },
        { name: 'xl/_rels/workbook.xml.rels', data: '<a/>' },
      ]),
  },
  {
    what: 'XLSX of shared strings',
    name: 'textos.xlsx',
    bytes: () =>
      xlsxOf({
        sheets: { A: `<row>${'<c t="s"><v>0</v></c>'.repeat(900)}</row>`.repeat(60) },
        sharedStrings: [`<t>${randomBytes(16_000).toString('hex')}</t>`],
      }),
  },
  {
    what: 'zip of 48 MB of noughts',
    name: 'noughts.zip',
    bytes: () => zipOf([{ name: 'a.csv', data: Buffer.alloc(48 * MB) }]),
  },
]

function repeated(text: string, bytes: number): Uint8Array {
  return Buffer.alloc(bytes, text)
}

function billionLaughs(): string {
  const levels = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
  return `<!DOCTYPE a [<!ENTITY l0 "ha">${levels.join('')}]><a>&l9;</a>`
}

function sheet(rows: number, cells: (at: number) => string): Uint8Array {
  return xlsxOf({ sheets: { A: Array.from({ length: rows }, (_, at) => `<row>${cells(at)}</row>`).join('') } })
}

function uber(): Uint8Array {
  const head =
    'UUID do motorista,Nome próprio do motorista,Apelido do motorista,Pago a si,Pago a si : Os seus rendimentos\n'
  const lines = [head]
  for (let at = 0; lines.length * 75 < 99 * MB; at++)
    lines.push(`${crypto.randomUUID()},Motorista,Inventado ${at},${at % 900}.10,${at % 900}.10\n`)
  return Buffer.from(lines.join('')).subarray(0, 99 * MB)
}

function passages(bytes: number, seed = 0): Uint8Array {
  const head =
    'Contrato;Nr Equipamento;Matrícula;Tipo de Evento;Data Entrada;Barreira Entrada;Data Saída;Barreira Saída;Operador;Valor Transação\n'
  const lines = [head]
  for (let size = 0, at = 0; size < bytes; at++) {
    const when = `0${1 + (at % 7)}/06/2026 ${two(at % 24)}:${two(at % 60)}:${two((at + seed) % 60)}`
    const line = `900000202;419${two(at % 100)}000001;ZX-${two(at % 100)}-TA;Portagens;${when};Ponte;${when};Ponte ${at};Lusoponte;1,${two(at % 100)}\n`
    lines.push(line)
    size += line.length
  }
  return Buffer.from(lines.join(''))
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
