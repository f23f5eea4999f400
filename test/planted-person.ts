import { sealFor } from '#db/sealed-columns.server.ts'
import { type Link, type Noun, PERSONAL, type Table } from '#features/oversight/personal-data/register.ts'
import { asOwner } from './factories.ts'
import { owner } from './owner.ts'

/** A column of a table, with the type of what can be planted in it. */
export type Column = { name: string; type: string }

/** Every table with its columns, but those that the database works out itself. */
export async function shapes(): Promise<Map<string, Column[]>> {
  const { rows } = await (
    await owner()
  ).query<{ table: string; name: string; type: string }>(`
    select relname as table, attname as name, format_type(atttypid, null) as type from pg_class
      join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0
        and not attisdropped and attgenerated = '' order by 1, attnum`)
  return new Map([...Map.groupBy(rows, ({ table }) => table)])
}

/** The person whose data are planted. */
export type Planter = { word: string; driver: string; uid: string; email: string }
export const planter = (word: string): Planter => ({
  word,
  driver: crypto.randomUUID(),
  uid: `${word}-uid`,
  email: `${word}@exemplo.pt`,
})

let number = 70_000

/** A value of the column's type that nothing else has; texts say whose and what they are. */
function planted({ name, type }: Column, word: string): unknown {
  number += 1
  if (type === 'text' || type === 'citext') return `${word}-${name}`
  if (type === 'text[]') return [`${word}-${name}`]
  if (type === 'jsonb') return JSON.stringify({ said: `${word}-${name}` })
  if (type === 'uuid') return crypto.randomUUID()
  if (type === 'uuid[]') return [crypto.randomUUID()]
  if (type === 'bytea') return Buffer.from(`secret-${name}-${number}`)
  if (type === 'bytea[]') return [Buffer.from(`secret-${name}-${number}`)]
  if (/^(?:bigint|integer|smallint|xid8)$/.test(type)) return type === 'smallint' ? number % 30_000 : number
  if (/^(?:integer|smallint)\[\]$/.test(type)) return [1]
  if (type === 'boolean') return true
  if (type === 'date') return '2026-01-05'
  if (type === 'timestamp with time zone') return '2026-01-05T10:00:00Z'
  if (type === 'tstzrange') return '[2026-01-05T10:00:00Z,2026-01-06T10:00:00Z)'
  throw new Error(`${name} is of a type that nothing can be planted in: ${type}`)
}

/** The values by which this link ties a row to the planted data of somebody. */
function linkOf(link: Link, who: Planter, rows: ReadonlyMap<string, Record<string, unknown>>): Record<string, unknown> {
  if ('driver' in link) return { [link.driver]: who.driver }
  if ('user' in link) return { [link.user]: who.uid }
  if ('email' in link) return { [link.email]: who.email, ...(link.unless ? { [link.unless]: null } : {}) }
  if ('about' in link) return { [link.about]: `driver:${who.driver}` }
  if ('doneBy' in link) return { [link.doneBy]: who.uid, [link.role]: 'driver' }
  if ('named' in link) {
    const { source, kind, value } = rows.get('source_keys')!
    return { source, [link.named]: JSON.stringify([{ kind, value }]) }
  }
  return { [link.by]: rows.get(link.through)![link.at ?? 'id'] }
}

const parentsOf = (noun: Noun) =>
  noun.links.flatMap((link) => ('through' in link ? [link.through] : 'named' in link ? ['source_keys' as const] : []))

/** The nouns in an order in which each comes after those through which it is found. */
function inOrder(): [Table, Noun][] {
  const done = new Map<Table, Noun>()
  const add = (table: Table) => {
    if (done.has(table)) return
    const noun = PERSONAL[table]!
    for (const parent of parentsOf(noun)) add(parent)
    done.set(table, noun)
  }
  for (const table of Object.keys(PERSONAL) as Table[]) add(table)
  return [...done]
}

/** The words planted in a table: those that a reader is shown, and those that are kept from them. */
export type Plant = { table: string; shown: string[]; kept: string[] }

export async function plantAll(who: Planter): Promise<Plant[]> {
  const client = await owner()
  const known = await shapes()
  const rows = new Map<string, Record<string, unknown>>()
  const plants: Plant[] = []
  for (const [table, noun] of inOrder())
    for (const [at, link] of noun.links.entries()) {
      const columns = known.get(table)!
      const word = `${who.word}-${table}-${at}`
      const row: Record<string, unknown> = Object.fromEntries(columns.map((one) => [one.name, planted(one, word)]))
      Object.assign(row, noun.only, linkOf(link, who, rows))
      for (const [name, words] of Object.entries(noun.without ?? {})) {
        const secrets = words.map((one) => [one, `secret-${name}`])
        row[name] = JSON.stringify({ said: `${word}-${name}`, ...Object.fromEntries(secrets) })
      }
      if (table === 'drivers') Object.assign(row, { merged_into: null, uid: who.uid })
      if (table === 'users') row['email'] = who.email
      for (const [name, { as, of }] of Object.entries(noun.opens ?? {}))
        row[name] = sealFor(as, of.map((part) => String(row[part])).join('/'), `${word}-${name}`)
      const names = columns.map(({ name }) => name)
      const places = names.map((_, place) => `$${place + 1}`)
      await client.query(
        `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) overriding system value values (${places.join(', ')})`,
        names.map((name) => row[name]),
      )
      if (at === 0) rows.set(table, row)
      plants.push({ table, ...shownOf(noun, row, columns, who, word) })
    }
  return plants
}

function shownOf(noun: Noun, row: Record<string, unknown>, columns: Column[], who: Planter, word: string) {
  const hidden = new Set(
    Object.entries(noun.ofActor ?? {}).flatMap(([name, names]) => (row[name] === who.uid ? [] : names)),
  )
  const isKept = (name: string) =>
    noun.withholds?.[name] !== undefined ||
    (noun.exportsOnly !== undefined && !noun.exportsOnly.includes(name)) ||
    hidden.has(name) ||
    /_by$|^(?:actor|uid|by_uid|person_uid)$/.test(name)
  const words = columns.flatMap(({ name, type }) => {
    const isOpen = noun.opens?.[name] !== undefined
    const isWord = /^(?:ci)?text/.test(type) || type === 'jsonb' || isOpen
    return isWord && (isOpen || JSON.stringify(row[name])?.includes(`${word}-${name}`)) ? [name] : []
  })
  const [kept, shown] = [words.filter(isKept), words.filter((name) => !isKept(name))]
  return { shown: shown.map((name) => `${word}-${name}`), kept: kept.map((name) => `${word}-${name}`) }
}

/**
 * Lifts the constraints: the planter cares only whose a row is, and planted words are none of those that a column
 * allows.
 */
export function liftConstraints(): Promise<void> {
  return asOwner(`do $$ declare one record; begin
    for one in select conrelid::regclass::text as name, conname from pg_constraint join pg_class on pg_class.oid = conrelid
        where contype in ('c', 'x', 'f') and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s drop constraint if exists %I', one.name, one.conname);
    end loop; end $$`)
}
