import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { asOwner } from './factories.ts'

/** The ways in which the site uses a table, and how they look in its code. */
const WAYS = {
  SELECT: /\b(?:selectFrom|innerJoin|leftJoin|using)\(\s*'(\w+)(?: as \w+)?'/g,
  INSERT: /\binsertInto\(\s*'(\w+)'/g,
  UPDATE: /\bupdateTable\(\s*'(\w+)(?: as \w+)?'/g,
  DELETE: /\bdeleteFrom\(\s*'(\w+)(?: as \w+)?'/g,
} as const

/** Files that work as the owner of the database: they create, restore and re-seal. */
const AS_OWNER =
  /^src\/(db|demo|cli\/backups)|system\/(restores|backups)\/|\.test\.tsx?$|integrations\/identity\/(owner-calls|self-check)/

/** Privileges that the code needs and the role lacks, as the lines that a migration should have. */
async function lacking(done: Iterable<{ table: string; way: string; file: string }>): Promise<string[]> {
  const { rows } = await sql<{ name: string; may: string[] }>`
    select c.relname as name, array(
      select way from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as way
      where has_table_privilege(current_user, c.oid, way)
        or (way <> 'DELETE' and has_any_column_privilege(current_user, c.oid, way))
    ) as may
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p', 'm')`.execute(db)
  const may = new Map(rows.map((table) => [table.name, table.may]))
  return [...done]
    .filter(({ table, way }) => may.get(table)?.includes(way) === false)
    .map(({ table, way, file }) => `grant ${way.toLowerCase()} on ${table} to volante_app (${file})`)
}

test('the site’s role may do to each table what the site’s code does to it', async () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'])
    .toString()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !AS_OWNER.test(file))
  const done = new Map<string, { table: string; way: string; file: string }>()
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const [way, pattern] of Object.entries(WAYS))
      for (const [, table = ''] of text.matchAll(pattern)) done.set(`${way} ${table}`, { table, way, file })
  }
  expect(done.size).toBeGreaterThan(300)
  expect(await lacking(done.values())).toEqual([])
})

test('a table whose migration grants nothing is named with what it lacks', async () => {
  await asOwner('create table forgotten_grants (id bigint)')
  try {
    const way = { table: 'forgotten_grants', way: 'INSERT', file: 'commands.server.ts' }
    expect(await lacking([way])).toEqual(['grant insert on forgotten_grants to volante_app (commands.server.ts)'])
  } finally {
    await asOwner('drop table forgotten_grants')
  }
})
