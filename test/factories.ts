import { readFileSync, readdirSync } from 'node:fs'
import type { PaidOtherwise } from '#features/payments/other-payments/schema.ts'
import { join } from 'node:path'
import { db, inTransaction } from '#db/client.server.ts'
import type { FileToRead } from '#domain/import.ts'
import { COMPANY_ACCOUNTS } from '#domain/ledger.ts'
import { readWeek } from '#domain/week.ts'
import { type Actor, COMMAND_LINE, type Change, carryOut } from '#features/audit/commands.server.ts'
import { removeTerms } from '#features/fleet/terms/commands.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { loadFleet } from '#features/roster/commands.server.ts'
import { type FileOutcome, type ImportChoices, importFile } from '#features/imports/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { WRITTEN } from './database.ts'
import { owner } from './owner.ts'
import type { WeekView } from '#features/settlements/queries.server.ts'
import { keyRing } from '#platform/field-keys.server.ts'

/** The public fleet of eight drivers, its published week and figures, and the Monday morning after it. */
const PUBLIC = 'test/fixtures/public'
export const WEEK = readWeek('2026-W23')
export const NEXT_WEEK = readWeek('2026-W24')
export const MONDAY = Temporal.Instant.from('2026-06-08T09:00:00Z')
export const EXPECTED = JSON.parse(readFileSync(join(PUBLIC, 'expected.json'), 'utf8'))
export const CHECKS = { sourcesIn: 309_118, settled: 312_269, unmatched: -130, company: -3_021 }

export const PUBLIC_FILES: readonly FileToRead[] = ['uber', 'bolt', 'viaverde', 'prio'].flatMap((folder) =>
  readdirSync(join(PUBLIC, folder))
    .toSorted()
    .map((name) => ({ name: name.normalize('NFC'), bytes: readFileSync(join(PUBLIC, folder, name)) })),
)

/** The file of the public set whose name contains `part`: `payments_driver`, `2026W23`, `extrato`… */
export function publicFile(part: string): FileToRead {
  const [found, ...others] = PUBLIC_FILES.filter(({ name }) => name.includes(part))
  if (!found || others.length > 0) throw new Error(`"${part}" is not in the name of one file`)
  return found
}

export function textOf({ bytes }: FileToRead): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

/** A file with edited text; keeps its name unless another is given. */
export function edited(file: FileToRead, edit: (text: string) => string, name = file.name): FileToRead {
  const text = edit(textOf(file))
  if (text === textOf(file)) throw new Error(`${file.name} was not changed`)
  return { name, bytes: new TextEncoder().encode(text) }
}

/** A file without the lines that contain `part`. */
export function withoutLines(file: FileToRead, part: string, name = file.name): FileToRead {
  return edited(
    file,
    (text) =>
      text
        .split('\n')
        .filter((line) => !line.includes(part))
        .join('\n'),
    name,
  )
}

type Circumstances = { action?: string; at?: Temporal.Instant; actor?: Actor }

/** Makes a change as the command line does; answers the result of `work`. */
export async function makeChange<Result>(
  work: (change: Change) => Promise<Result>,
  { action = 'test.change', at = MONDAY, actor = COMMAND_LINE }: Circumstances = {},
): Promise<Result> {
  let result: Result
  await carryOut({ actor, action, now: at }, async (change) => {
    result = await work(change)
    return null
  })
  return result!
}

/** Makes a change, looks at its result, and takes it back. */
export async function tried<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
  const undo = new Error('undone on purpose')
  let result: Result
  try {
    await inTransaction(async (tx) => {
      result = await work({ tx, actor: COMMAND_LINE, now: MONDAY, note: () => {} })
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
  return result!
}

export type Fleet = { driver: (ref: string) => string; vehicle: (plate: string) => string }

/** How a statement was paid outside a bank file, for `payOne`. */
export const paidBy = (note: string): PaidOtherwise => ({ means: 'mb-way', paidOn: '2026-01-05', note })

/** An empty installation with the public fleet in it: eight drivers with plain terms, nothing imported. */
export async function aFleet({ terms = 'plain' }: { terms?: 'plain' | 'keep' } = {}): Promise<Fleet> {
  await begun(`fleet_${terms}`, () => loadPublicFleet(terms))
  return theFleet()
}

async function loadPublicFleet(terms: 'plain' | 'keep'): Promise<void> {
  const roster: unknown = JSON.parse(readFileSync(join(PUBLIC, 'roster.json'), 'utf8'))
  await makeChange((change) => loadFleet(change, roster, { terms, merge: false }))
}

async function theFleet(): Promise<Fleet> {
  const drivers = await db.selectFrom('drivers').select(['ref as name', 'id']).execute()
  const vehicles = await db.selectFrom('vehicles').select(['plate as name', 'id']).execute()
  const finder = (records: readonly { name: string; id: string }[]) => (name: string) => {
    const found = records.find((record) => record.name === name)
    if (!found) throw new Error(`${name} is not in the fleet`)
    return found.id
  }
  return { driver: finder(drivers), vehicle: finder(vehicles) }
}

/** The key that sealed the fields of each kept state, by the name of the state. */
const kept = new Map<string, string>()

/**
 * Begins with an empty installation on which `work` was done. The first time in a process the product itself does it;
 * the rows of all tables are then kept in a schema of their own, and put back whenever this state is asked for again,
 * as long as the keys of this data directory open it.
 */
async function begun(name: string, work: () => Promise<void>): Promise<void> {
  const { keys } = keyRing()
  if (keys.some(({ id }) => id === kept.get(name))) {
    await prepareEmptying()
    return asOwner(`select as_written.empty(but_for_events => true); select ${name}.put_back()`)
  }
  await emptyDatabase()
  await work()
  await asOwner(`drop schema if exists ${name} cascade; ${keepAs(name)}`)
  kept.set(name, keys[0].id)
}

/** The tables that can be written to, other than rows that the migrations wrote, which are always there. */
const TABLES = `select oid::regclass::text as name from pg_class
  where relkind = 'r' and relname not in (${['schema_migrations', ...WRITTEN].map((name) => `'${name}'`).join(', ')})
    and relnamespace = 'public'::regnamespace`

/**
 * Functions of the database empty the tables and put rows back: a statement in a function is parsed and planned once
 * for each connection, and there are hundreds of them, run thousands of times. Columns that the database works out are
 * not put back: it does so again. Audit events that are unchanged stay: they have a trigram index, and indexing them
 * anew took ten times as long as all the rest.
 */
const keepAs = (name: string) => `
  create schema ${name};
  do $kept$ declare name text; has_rows boolean; back text := ''; begin
    for name in ${TABLES} loop
      execute format('select exists (select from public.%s)', name) into has_rows;
      continue when not has_rows;
      execute format('create table ${name}.%1$s as table public.%1$s', name);
    end loop;
    select string_agg(format('insert into public.%1$I (%2$s) overriding system value select %2$s from ${name}.%1$I;', relname, columns), E'\\n')
      into back from (
        select relname, string_agg(quote_ident(attname), ', ' order by attnum) as columns
        from pg_class join pg_attribute on attrelid = to_regclass('public.' || quote_ident(relname))
        where relnamespace = '${name}'::regnamespace and relkind = 'r' and relname <> 'audit_events' and attnum > 0
          and not attisdropped and attgenerated = ''
        group by relname
      ) tables;
    execute format('create function ${name}.put_back() returns void language plpgsql as %L', 'begin
      delete from audit_events known where not exists (
        select from ${name}.audit_events old where old.id = known.id and old is not distinct from known);
      insert into audit_events overriding system value select * from ${name}.audit_events old where not exists (
        select from audit_events known where known.id = old.id);
      ' || back || ' end');
  end $kept$;`

/** The names of all tables when the function that empties them was last written, and in which database. */
let emptying: { url: string | undefined; tables: string } | null = null

async function prepareEmptying(): Promise<void> {
  const url = process.env['DATABASE_OWNER_URL']
  const { rows } = await (await owner()).query<{ name: string }>(TABLES)
  const tables = rows.map(({ name }) => name).join(' ')
  if (emptying?.url === url && emptying?.tables === tables) return
  await asOwner(emptyingOf(rows.map(({ name }) => name)))
  emptying = { url, tables }
}

/**
 * Empties the tables to what the migrations left; audit events may stay where others are to be put back. A table of
 * size zero was never written to.
 */
const emptyingOf = (tables: readonly string[]) => `
  create schema if not exists as_written;
  create or replace function as_written.empty(but_for_events boolean) returns void language plpgsql as $$ begin
    ${tables
      .filter((name) => name !== 'audit_events')
      .map((name) => `if pg_relation_size('${name}') > 0 then delete from ${name}; end if;`)
      .join('\n')}
    if not but_for_events then
      delete from audit_events;
      insert into ledger_accounts (code) values ${COMPANY_ACCOUNTS.map((code) => `('${code}')`).join(', ')};
    end if;
    -- Look before truncating: a truncate creates new files, which takes longer, and few tests have positions.
    if exists (select from positions.points) or exists (select from positions.held) or exists (select from positions.last) then
      truncate positions.points, positions.held, positions.last;
    end if;
    update paper_rules set (stops_assigning, stops_paying, needs_contract) = row (false, false, false);
    delete from car_age_limits;
    insert into car_age_limits values ('2018-11-01', 7, 7), ('2026-09-01', 10, 12);
    delete from working_time_limits;
    insert into working_time_limits values ('2026-09-01', 600, 3600, 2880, 4, 90);
    delete from recruitment_stages;
    insert into recruitment_stages (position, state, name_pt, name_en) values (1, 'received', 'Recebida', 'Received'),
      (2, 'talking', 'Em conversa', 'In conversation'), (3, 'checking', 'Em análise', 'Being checked');
  end $$;`

/** Takes back all terms that were agreed with these drivers. */
export async function withoutTerms(driverIds: readonly string[]): Promise<void> {
  for (const driverId of driverIds) {
    for (const { id } of await listTerms(driverId)) {
      await makeChange((change) => removeTerms(change, driverId, id, 'Sem condições'))
    }
  }
}

/**
 * Empties the database to what the migrations left, past the triggers that forbid it: only the owner of a test's
 * database may.
 */
export async function emptyDatabase(): Promise<void> {
  await prepareEmptying()
  await asOwner('select as_written.empty(but_for_events => false)')
}

/** Takes a driver's bank account away, as a list of years ago would have brought a driver without one. */
export function withoutIban(driverId: string): Promise<void> {
  return asOwner(`delete from driver_ibans where driver_id = '${driverId}'`)
}

/** Runs statements that only the owner of the database can run, past grants and triggers. */
export async function asOwner(statements: string): Promise<void> {
  await (await owner()).query(statements)
}

/** Imports files one after the other, each on its own, as the command line does. */
export async function drop(files: readonly FileToRead[], choices: ImportChoices = {}): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = []
  for (const file of files)
    outcomes.push(...(await makeChange((change) => importFile(change, file, { acceptNotBegun: true, ...choices }))))
  return outcomes
}

/** Imports a file in which the first line that contains `part` is printed twice. */
export async function dropPrintedTwice(file: FileToRead, part: string): Promise<FileOutcome> {
  const line = textOf(file)
    .split('\n')
    .find((text) => text.includes(part))!
  const [outcome] = await drop([edited(file, (text) => text.replace(line, `${line}\n${line}`))])
  return outcome!
}

/** A report of trips as Uber writes it: driver, plate, and the hours of the week at which a trip began and ended. */
export function tripsFile(
  trips: readonly (readonly [driver: string, plate: string, from: number, to: number])[],
): FileToRead {
  const clock = (hour: number) =>
    new Temporal.PlainDateTime(2026, 6, 1)
      .add({ minutes: hour * 60 })
      .toString()
      .replace('T', ' ')
  const rows = trips.map(
    ([driver, plate, from, to], at) =>
      `bbbbbbbb-348c-466c-ade0-38c901b9${String(at).padStart(4, '0')},${driver},Nome,Do Ficheiro,${plate},${clock(from)},${clock(to)}`,
  )
  const headings =
    'Trip UUID,Driver UUID,Driver first name,Driver surname,Number plate,Trip request time,Trip drop-off time'
  return {
    name: '20260601-20260608-trip_activity-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv',
    bytes: new TextEncoder().encode(`${headings}\n${rows.join('\n')}\n`),
  }
}

export function dropPublicSet(): Promise<FileOutcome[]> {
  return drop(PUBLIC_FILES)
}

/** A fleet whose published week is imported and approved, without the passage of the unknown plate. */
export async function anApprovedWeek(): Promise<Fleet> {
  await begun('approved_week', async () => {
    await loadPublicFleet('plain')
    await dropPublicSet()
    await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  })
  return theFleet()
}

/** The figures of a week, named as in `expected.json`. */
export function figures({ statements, checks }: WeekView) {
  const { sourcesIn, settled, unmatched, company } = checks
  return {
    drivers: Object.fromEntries(
      statements.map(({ driver, sources, settlement }) => [
        driver.ref,
        {
          uber_paid: sources.uberPaid,
          bolt_payout: sources.boltPayout,
          tolls: sources.tolls,
          parking: sources.parking,
          fuel: sources.fuel,
          electric: sources.electric,
          balance: settlement?.net ?? 0,
        },
      ]),
    ),
    checks: { sourcesIn, settled, unmatched, company },
  }
}

export const EXPECTED_FIGURES = { drivers: EXPECTED.drivers, checks: CHECKS }
