import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Installations are distributed database by database (`docs/decisions/305`): a migration that created something for the
 * whole server, or reached into another database, would tie an operator to its server.
 */
const BEYOND = {
  'a role': /\b(create|alter|drop)\s+(role|user)\b(?!\s+mapping)/i,
  'another database':
    /\b(create|alter|drop)\s+database\b|\bdblink|\bforeign\s+(server|data\s+wrapper|table)\b|\bpostgres_fdw\b/i,
  'a place on the server':
    /\btablespace\b|\bpg_(read|write)_(file|binary_file)\b|\bcopy\b[^;]*\b(from|to)\s+(program\b|'')/i,
  'a setting of the server': /\balter\s+system\b/i,
  'replication of its own': /\bcreate\s+(publication|subscription)\b|\bpg_create_\w*replication_slot\b/i,
  'a large object': /\blo_(import|export|create|from_bytea)\b/i,
}

const FOLDER = join('src', 'db', 'migrations')
const withoutComments = (sql: string) => sql.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, "''")

/** Statements of a migration that create or reach something outside its own database. */
const beyond = (sql: string) =>
  Object.entries(BEYOND).flatMap(([what, pattern]) => (pattern.test(withoutComments(sql)) ? [what] : []))

test('no migration leaves its own database', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  expect(files.length).toBeGreaterThan(100)
  const leaving = files.map((name) => ({ name, what: beyond(readFileSync(join(FOLDER, name), 'utf8')) }))
  expect(leaving.filter(({ what }) => what.length > 0)).toEqual([])
})

test.each([
  ['create role reporting login;', 'a role'],
  ['create  foreign table other.drivers (id uuid) server far;', 'another database'],
  ['create table positions_old () tablespace cheap;', 'a place on the server'],
  ["copy drivers to '/tmp/drivers.csv';", 'a place on the server'],
  ['alter system set max_connections = 400;', 'a setting of the server'],
  ['create publication drivers for table drivers;', 'replication of its own'],
  ["select lo_import('/etc/passwd');", 'a large object'],
])('%s is found', (sql, what) => {
  expect(beyond(sql)).toContain(what)
})
