import { firstOf } from '#domain/certain.ts'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withConnection } from './with-connection.server.ts'

/** A table of ours and the columns that are written to it; columns that the database computes are not copied. */
export type TableShape = { name: string; columns: readonly string[] }

/** Session settings under which another version, or another machine, reads text as it was meant. */
const PLAIN = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set search_path = public`

/** Does `work` on a connection of its own, as a role that owns the tables; a connection left in the middle of a copy is cut. */
export async function withPlainConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withConnection({ connectionString: url, application_name: 'volante backup' }, async (client) => {
    await client.query(PLAIN)
    return work(client)
  })
}

/**
 * Has everything that `work` reads be of one moment, whatever is written meanwhile. After a failure the connection
 * can't be used any more.
 */
export async function inSnapshot<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin isolation level repeatable read read only')
  const shapes = await listTables(client)
  // A migration waits until the copy is made, and the copy for a migration.
  await client.query(`lock table ${shapes.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
  const result = await work()
  await client.query('commit')
  return result
}

/** Lists the tables of our migrations by name, also the list of migrations itself, but no table of an extension. */
export async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname collate "C"`)
  return rows
}

export type TableCopy = { pieces: AsyncIterable<Uint8Array>; rowCount: () => number }

/** Copies the rows of a table in the order of its key, as text: the same rows give the same bytes on every machine. */
export async function copyTable(client: pg.Client, { name, columns }: TableShape): Promise<TableCopy> {
  const { rows } = await client.query<{ column: string; isText: boolean }>(
    `select a.attname::text as column, t.typcategory = 'S' or t.typtype in ('e', 'd') as "isText"
     from pg_index i
       cross join unnest(i.indkey::int2[]) with ordinality key (attnum, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = key.attnum
       join pg_type t on t.oid = a.atttypid
     where i.indrelid = $1::regclass and i.indisprimary order by key.place`,
    [quoted(name)],
  )
  // Machines differ in the order of letters, but not in that of bytes.
  const order = rows.map(({ column, isText }) => (isText ? `${quoted(column)}::text collate "C"` : quoted(column)))
  const sorted = order.length > 0 ? order.join(', ') : `row(${columns.map(quoted).join(', ')})::text collate "C"`
  const stream = client.query(
    copyTo(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${sorted}) to stdout`),
  )
  return { pieces: stream, rowCount: () => stream.rowCount }
}

/** State of a sequence: its last number, as text. */
export type SequencePlace = { name: string; last: string; isCalled: boolean }

export async function listSequences(client: pg.Client): Promise<SequencePlace[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
    order by relname collate "C"`)
  const places: SequencePlace[] = []
  for (const { name } of rows) {
    const { rows: place } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quoted(name)}`,
    )
    places.push({ name, ...firstOf(place) })
  }
  return places
}

/** Fills the tables of one database. */
export type Filling = {
  /** Takes in the rows of a table and answers how many there were. The columns are all those of the table, in any order. */
  table: (shape: TableShape, pieces: AsyncIterable<Uint8Array>) => Promise<number>
  sequences: (places: readonly SequencePlace[]) => Promise<void>
}

/**
 * Puts rows into a database that was just migrated, all or nothing. Rows that the migrations wrote are replaced.
 * Triggers are off meanwhile, because they would post and hash again what is posted and hashed. References are dropped
 * and made again, so that the database itself proves each of them; so are indexes that are no constraint, because
 * making them once is faster than row by row. All else (checks, keys, exclusions) holds throughout. Only the owner of
 * the tables can do this, and others see nothing of it until the end: it is one transaction, and a failure ends it with
 * its connection.
 */
export async function fillTables(client: pg.Client, work: (filling: Filling) => Promise<void>): Promise<void> {
  await client.query('begin')
  const shapes = await listTables(client)
  const references = await listReferences(client)
  const triggers = await listTriggers(client)
  for (const { place, name } of references) await client.query(`alter table ${place} drop constraint ${name}`)
  const indexes = await listIndexes(client)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { name } of shapes) await client.query(`alter table ${quoted(name)} disable trigger user`)
  await client.query(`truncate ${shapes.map(({ name }) => quoted(name)).join(', ')}`)

  await work({
    table: (shape, pieces) => fillTable(client, shapes, shape, pieces),
    sequences: (places) => setSequences(client, places),
  })

  for (const { definition } of indexes) await client.query(definition)
  for (const { place, name, definition } of references)
    await client.query(`alter table ${place} add constraint ${name} ${definition}`)
  for (const { name } of shapes) await client.query(`alter table ${quoted(name)} enable trigger user`)
  const after = await listTriggers(client)
  if (JSON.stringify(after) !== JSON.stringify(triggers)) throw new Error('The triggers are not what they were.')
  await client.query('commit')
  await client.query('analyze')
}

async function fillTable(
  client: pg.Client,
  known: readonly TableShape[],
  shape: TableShape,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  const here = known.find(({ name }) => name === shape.name)
  if (!here || here.columns.toSorted().join() !== shape.columns.toSorted().join())
    throw new Error(`The table ${shape.name} has other columns here.`)
  const columns = shape.columns.map(quoted).join(', ')
  const stream = client.query(copyFrom(`copy ${quoted(shape.name)} (${columns}) from stdin`))
  await pipeline(Readable.from(pieces, { objectMode: false }), stream)
  return stream.rowCount
}

async function setSequences(client: pg.Client, places: readonly SequencePlace[]): Promise<void> {
  for (const { name, last, isCalled } of places)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last, isCalled])
}

async function listReferences(client: pg.Client) {
  const { rows } = await client.query<{ place: string; name: string; definition: string }>(`
    select conrelid::regclass::text as place, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    order by conrelid::regclass::text collate "C", conname collate "C"`)
  return rows
}

async function listIndexes(client: pg.Client) {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not i.indisprimary
      and not exists (select 1 from pg_constraint where conindid = i.indexrelid and contype <> 'f')
    order by c.relname collate "C"`)
  return rows
}

async function listTriggers(client: pg.Client) {
  const { rows } = await client.query(`
    select tgrelid::regclass::text as place, tgname::text as name, tgenabled::text as enabled from pg_trigger
    where not tgisinternal order by 1, 2`)
  return rows
}

/** Work that waits in the queue, in fields that every version of the queue's library understands. */
export type WaitingWork = {
  task: string
  payload: unknown
  queue: string | null
  runAt: string
  priority: number
  tries: number
  key: string | null
}

export async function listWaitingWork(client: pg.Client): Promise<WaitingWork[]> {
  const { rows } = await client.query<WaitingWork>(`
    select j.task_identifier as task, p.payload, j.queue_name as queue, to_json(j.run_at) #>> '{}' as "runAt",
      j.priority::int as priority, j.max_attempts::int as tries, j.key
    from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
    where j.attempts < j.max_attempts order by j.id`)
  return rows
}

export async function orderWaitingWork(client: pg.Client, work: readonly WaitingWork[]): Promise<void> {
  for (const { task, payload, queue, runAt, priority, tries, key } of work)
    await client.query(
      `select graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4::timestamptz,
         priority => $5::int, max_attempts => $6::int, job_key => $7)`,
      [task, JSON.stringify(payload), queue, runAt, priority, tries, key],
    )
}

/** Whether a database is untouched: it has no table and no schema of anybody. */
export async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`)
  return firstOf(rows).count === 0
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
