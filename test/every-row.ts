import { owner } from './owner.ts'

/** The rows of each table as text, in no order. */
export type EveryRow = ReadonlyMap<string, readonly string[]>

/** One statement reads all tables and is planned once: tests ask it before and after each of hundreds of changes. */
let statement: { tables: readonly string[]; text: string } | null = null

async function prepared() {
  const client = await owner()
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const tables = rows.map(({ name }) => name)
  const text = tables.map((name, at) => `select ${at} as at, t::text as row from "${name}" t`).join(' union all ')
  return { tables, text }
}

/** Every row of every table, including those that policies hide from the site: as the owner of the database sees them. */
export async function everyRow(): Promise<EveryRow> {
  const { tables, text } = (statement ??= await prepared())
  const client = await owner()
  const found = new Map<string, string[]>(tables.map((name) => [name, []]))
  const { rows } = await client.query<{ at: number; row: string }>({ name: 'every row', text })
  for (const { at, row } of rows) found.get(tables[at]!)!.push(row)
  return found
}
