import { createReadStream, createWriteStream, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { joinCluster } from '#db/cluster.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { type Figure, inOwnFolder, runScript, seconds } from './measure.ts'

/**
 * A Via Verde file of a million passages imported by the command line, against `COPY` of the very rows it wrote into
 * the same table of another fresh database, indexes, checks and triggers included.
 */
export async function benchImports(rounds: number, rows = 1_000_000): Promise<Figure[]> {
  const product: number[] = []
  const limit: number[] = []
  const memory: number[] = []
  for (let round = 0; round < rounds; round++) {
    await inOwnFolder(async (folder) => {
      const file = join(folder, 'extrato_movimentos_2025.csv')
      const copied = join(folder, 'rows.copy')
      await writePassages(file, rows)
      const taken = join(folder, 'product')
      const roster = join(folder, 'roster.json')
      writeFileSync(roster, JSON.stringify(fleet()))
      await runScript('src/cli.ts', ['fleet', 'load', roster, '--terms', 'plain'], taken)
      const { output, seconds: took, peak } = await runScript('src/cli.ts', ['import', file, '--json'], taken)
      const imported: { files: { status: string; data_rows: number; unmatched: unknown[] }[] } = JSON.parse(output)
      const [one] = imported.files
      if (one?.status !== 'imported' || one.data_rows !== rows || one.unmatched.length > 0) {
        throw new Error('the file was not taken in whole')
      }
      product.push(rows / took)
      memory.push(peak)
      await withCluster(taken, async (client) => {
        await pipeline(
          client.query(copyTo(`copy (select ${COLUMNS} from import_rows order by id) to stdout`)),
          createWriteStream(copied),
        )
      })
      rmSync(taken, { recursive: true, force: true })
      await withCluster(join(folder, 'limit'), async (client) => {
        await client.query(`insert into files (sha256, size, media_type) values (repeat('0', 64), 1, 'text/csv')`)
        await client.query(`insert into imports (sha256, name, source, kind, language, columns, header_line, data_rows, imported_at)
          values (repeat('0', 64), 'copy', 'viaverde', 'movements', 'pt', '{}', 1, ${rows}, now())`)
        limit.push(
          rows /
            (await seconds(() =>
              pipeline(createReadStream(copied), client.query(copyFrom(`copy import_rows (${COLUMNS}) from stdin`))),
            )),
        )
      })
    })
  }
  const what = `${rows.toLocaleString('en')} passages`
  return [
    {
      bench: 'imports',
      what: `${what}: command line against COPY`,
      unit: 'rows/s',
      product,
      limit,
      target: { atLeast: 0.3 },
    },
    {
      bench: 'imports',
      what: `${what}: most memory of the command`,
      unit: 'MB',
      product: memory,
      limit: null,
      target: { atMost: 400 },
    },
  ]
}

const COLUMNS =
  'import_id, line, source, report, account, kind, key, week, at, amount_cents, label, measures, facts, keys, original, state'

async function withCluster(folder: string, work: (client: pg.Client) => Promise<void>) {
  const cluster = await joinCluster(folder)
  await migrate(cluster.ownerUrl)
  const client = new pg.Client({ connectionString: cluster.ownerUrl })
  await client.connect()
  await work(client)
  await client.end()
  await cluster.leave()
}

const PLACES = [
  'Ponte 25 de Abril',
  'Ponte Vasco da Gama',
  'Carcavelos A5',
  'Porto Salvo A5',
  'Alverca A1',
  'Aveiras A1',
  'Loures A8',
]

const CARS = 500

function plateOf(car: number): string {
  return `ZX-${two(Math.floor(car / 26))}-T${String.fromCharCode(65 + (car % 26))}`
}

/** The cars of the file, each with one driver. */
function fleet() {
  const cars = Array.from({ length: CARS }, (_, car) => car)
  return {
    company: { name: 'Rotas Inventadas, Lda', nipc: '999999990' },
    drivers: cars.map((car) => ({ id: `D${car + 1}`, name: `Motorista Inventado ${car + 1}` })),
    vehicles: cars.map((car) => ({ plate: plateOf(car) })),
    assignments: cars.map((car) => ({
      driver: `D${car + 1}`,
      plate: plateOf(car),
      from: '2024-01-01T00:00:00',
      to: null,
    })),
  }
}

/** A year of passages of those cars. */
async function writePassages(path: string, rows: number): Promise<void> {
  const out = createWriteStream(path)
  out.write('Via Verde Portugal\nExtrato de movimentos\nPeríodo;01/01/2025 a 31/12/2025\n\n')
  out.write(
    'Contrato;Nr Equipamento;Matrícula;Tipo de Evento;Data Entrada;Barreira Entrada;Data Saída;Barreira Saída;Operador;Valor Transação\n',
  )
  const first = Temporal.PlainDateTime.from('2025-01-01T00:00:00')
  const perCar = Math.ceil(rows / CARS)
  const every = Math.floor((364 * 86_400) / perCar)
  let lines: string[] = []
  for (let at = 0; at < rows; at++) {
    const car = at % CARS
    const moment = first.add({ seconds: Math.floor(at / CARS) * every + car })
    const [year, month, day] = [moment.year, two(moment.month), two(moment.day)]
    const when = `${day}/${month}/${year} ${two(moment.hour)}:${two(moment.minute)}:${two(moment.second)}`
    const place = PLACES[at % PLACES.length]!
    lines.push(
      `900000202;419${String(car).padStart(8, '0')};${plateOf(car)};Portagens;${when};${place};${when};${place};Lusoponte;${1 + (at % 4)},${two((at * 5) % 100)}\n`,
    )
    if (lines.length < 10_000) continue
    if (!out.write(lines.join(''))) await once(out, 'drain')
    lines = []
  }
  out.end(lines.join(''))
  await once(out, 'close')
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
