import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { ImportedRow } from '#domain/import.ts'
import type { RowWalk } from '#integrations/format.ts'
import { readBankFile } from '#integrations/bank/read-bank-file.ts'
import { type FileResult as ReadHere, readFile } from '#integrations/read-file.ts'
import { onDisk, sha256Of, sourceOf } from '#platform/bytes.ts'
import { xlsxOf, zipOf } from '#test/archives.ts'
import { DRIVER_COLUMNS } from '#integrations/lists/driver-columns.ts'
import { startReader } from './reader.ts'
import {
  endReaders,
  type FileResult,
  listTextInWorker,
  lookInWorker,
  readInWorker,
  readBankFileInWorker,
  readDriverListInWorker,
  readListTableInWorker,
} from './read-in-worker.ts'

const folder = await mkdtemp(join(tmpdir(), 'volante-apart-'))
afterAll(async () => {
  await endReaders()
  await rm(folder, { recursive: true })
})

const PUBLIC = new URL('../../../test/fixtures/public/', import.meta.url)
const UBER = '20260601-20260608-payments_driver-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'
const uber = readFileSync(new URL(`uber/${UBER}`, PUBLIC))

const HEAD =
  'Contrato;Nr Equipamento;Matrícula;Tipo de Evento;Data Entrada;Barreira Entrada;Data Saída;Barreira Saída;Operador;Valor Transação'
const passage = (at: number): string => {
  const when = `0${1 + (at % 7)}/06/2026 ${String(at % 24).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00`
  return `900000202;41900000001;ZX-01-TA;Portagens;${when};P${at};${when};P${at};Lusoponte;1,${String(at % 100).padStart(2, '0')}`
}
const passages = (rows: number): string => [HEAD, ...Array.from({ length: rows }, (_, at) => passage(at))].join('\n')

async function allOf(walk: RowWalk): Promise<ImportedRow[]> {
  const rows: ImportedRow[] = []
  for await (const batch of walk()) rows.push(...batch)
  return rows
}

/** Reads everything in a result, for comparison. */
async function contentOf(results: readonly (FileResult | ReadHere)[]) {
  return await Promise.all(
    results.map(async ({ member, ...result }) => ({
      ...(result.ok ? { file: result.file, rows: await allOf(result.rows) } : result),
      member: member && { name: member.name, sha256: await sha256Of(sourceOf(member)) },
    })),
  )
}

test('read apart, a file says what it says read here: moments, weeks, members and refusals', async () => {
  const files = [
    { name: UBER, bytes: uber },
    { name: 'extrato_movimentos.csv', bytes: Buffer.from(passages(1_200)) },
    { name: 'lixo.csv', bytes: Buffer.from('a;b\n1;2') },
    {
      name: 'semana.zip',
      bytes: zipOf([
        { name: UBER, data: uber },
        { name: 'extrato_movimentos.csv', data: passages(6_000) },
        { name: 'foto.jpg', data: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) },
      ]),
    },
  ]
  for (const file of files) {
    const inWorker = await readInWorker(file)
    expect(await contentOf(inWorker)).toEqual(await contentOf(await readFile(file)))
    for (const { member } of inWorker) if (member) expect(member.sha256).toBe(await sha256Of(sourceOf(member)))
  }
})

test('rows of a long list stay with the reader, and are the same however often, beside whom and after whatever they are walked', async () => {
  const path = join(folder, 'extrato_movimentos.csv')
  await writeFile(path, passages(7_000))
  const [result] = await readInWorker({ name: 'extrato_movimentos.csv', bytes: await onDisk(path) })
  if (!result?.ok) throw new Error('refused')
  const first = await allOf(result.rows)
  expect(first).toHaveLength(7_000)

  const walk = result.rows()[Symbol.asyncIterator]()
  const begun = (await walk.next()).value as ImportedRow[]
  expect(await allOf(result.rows)).toEqual(first)
  // The thread ends in the middle of a walk; another one goes on where it stopped.
  await endReaders()
  const rest: ImportedRow[] = []
  for (let next = await walk.next(); !next.done; next = await walk.next()) rest.push(...next.value)
  expect([...begun, ...rest]).toEqual(first)
})

test('who stops reading is heard, and the next file is read all the same', async () => {
  const path = join(folder, 'long.csv')
  await writeFile(path, passages(60_000))
  const reading = readInWorker(
    { name: 'long.csv', bytes: await onDisk(path) },
    {
      onBytes: () => {
        throw new Error('enough')
      },
    },
  )
  await expect(reading).rejects.toThrow('enough')
  expect((await readInWorker({ name: UBER, bytes: uber })).map(({ ok }) => ok)).toEqual([true])
})

test('a file that ends every reader that takes it is refused alone, and the others are read', async () => {
  const path = join(folder, 'heavy.csv')
  await writeFile(path, passages(60_000))
  const results = await Promise.all([
    readInWorker({ name: 'heavy.csv', bytes: await onDisk(path) }, { onBytes: () => void endReaders() }),
    readInWorker({ name: UBER, bytes: uber }),
  ])
  expect(results.map(([result]) => (result?.ok ? 'taken' : result?.code))).toEqual(['too-heavy', 'taken'])
})

const columns = { date: 0, amount: 1, plate: 2 }
const draft = {
  kind: 'charging',
  columns,
  vat: 'included',
  vatRate: null,
  sign: 'positive',
  isRounded: false,
} as const
const TAUGHT = { headerLine: null, source: 'A', draft: { ...draft, decimals: null, dates: null } }

test('a reader ends by itself when a file takes more memory than it has', async () => {
  const cells = (at: number) => Array.from({ length: 20 }, (_, column) => `<c><v>${at}.${column}</v></c>`).join('')
  const rows = Array.from({ length: 30_000 }, (_, at) => `<row>${cells(at)}</row>`)
  const file = { name: 'a.xlsx', place: xlsxOf({ sheets: { A: rows.join('') } }) }
  const reader = startReader({ maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 8 })
  // A list that is being set up is held in memory as a whole.
  await expect(reader.talk('table', { file, sheet: 0, draftSetup: TAUGHT }).next()).rejects.toMatchObject({
    isOwn: true,
  })
  expect(reader.isAlive()).toBe(false)
})

test('a list of drivers, a taught table and what is neither are answered apart', async () => {
  const textOf = (text: string, most: number) => listTextInWorker(Buffer.from(text), most, DRIVER_COLUMNS)
  expect(await textOf('Nome;NIF\nRui;1', 100)).toEqual({ is: 'text', text: 'Nome;NIF\nRui;1' })
  expect(await textOf('%PDF-1.7', 100)).toBeNull()
  expect(await textOf('a'.repeat(50), 10)).toEqual({ is: 'text', text: 'a'.repeat(11) })
  expect((await readListTableInWorker('Nome;E-mail\nRui;r@example.org', DRIVER_COLUMNS))?.fields).toEqual([
    'name',
    'email',
  ])
  expect((await readDriverListInWorker('Nome;E-mail\nRui Valadas;rui@example.org'))?.rows).toMatchObject([
    { name: 'Rui Valadas' },
  ])
  expect(await readDriverListInWorker(`Nome;E-mail\n${'x;'.repeat(90_000)}`)).toBeNull()

  const table = { name: 'a.csv', bytes: Buffer.from('Data;Valor;Matrícula\n2026-06-01 10:00;1,50;ZX-11-TA') }
  const looked = await lookInWorker(table, 0, TAUGHT)
  expect(looked?.look.result?.lines[0]?.row?.at?.toString()).toBe('2026-06-01T09:00:00Z')
})

test('a file of a bank says apart what it says here', async () => {
  const name = 'activobank.csv'
  const bytes = readFileSync(new URL(`../../../test/fixtures/money/bank/${name}`, import.meta.url))
  const read = await readBankFileInWorker({ name, bytes })
  expect(read).toEqual(await readBankFile({ name, bytes }))
  expect(read).toMatchObject({ ok: true, statements: [{ closing: 493_266 }] })
})
