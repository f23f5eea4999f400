import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contractionsIn, unreadSince } from './contractions.ts'

const FOLDER = 'src/db/migrations'
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
const read = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8')

/** Migrations from before this rule that took something away; landed migrations are never edited. */
const BEFORE_THE_RULE: ReadonlySet<string> = new Set([
  '014-sessions.sql',
  '015-audit-chain.sql',
  '018-posting.sql',
  '039-decided-constants.sql',
  '048-own-accounts.sql',
  '059-assignments-in-order.sql',
  '071-sealed-ibans.sql',
  '072-sealed-nifs.sql',
  '073-sealed-factors.sql',
  '126-paper-readings.sql',
  '200-recruitment-stages.sql',
  '300-bank-days.sql',
  '350-company-names.sql',
  '541-platform-messages.sql',
])

test('a migration that takes something away says since which landed one nobody reads it', () => {
  const silent = files.filter((name) => {
    if (BEFORE_THE_RULE.has(name) || contractionsIn(read(name)).length === 0) return false
    const since = unreadSince(read(name))
    return since === null || since === name || !files.includes(since)
  })
  expect(silent, 'add first; take away in a later migration, with `-- contracts: unread since NNN-name.sql`').toEqual(
    [],
  )
  for (const name of BEFORE_THE_RULE) expect(contractionsIn(read(name)), name).not.toEqual([])
})

test.each([
  ['drop table x', 1],
  ['alter table x drop column a, drop column b', 1],
  ['alter table only x drop a', 1],
  ['alter table x rename to y', 1],
  ['alter table x rename column a to b', 1],
  ['alter table x alter column a set not null', 1],
  ['alter table x alter a type bigint', 1],
  ['alter table x add column a text not null', 1],
  ['drop function f(text)', 1],
  ['drop view v', 1],
  ["alter table x add column a text not null default 'x', add b text", 0],
  ['alter table x add column a bigint not null generated always as identity', 0],
  ['alter table x drop constraint c, add constraint c check (a > 0)', 0],
  ['alter table x alter a drop default, alter b drop not null', 0],
  ['drop trigger t on x; drop index i; drop policy p on x', 0],
  ['create table x (a text not null)', 0],
  ['create or replace function f() returns void language sql as $$ drop table y $$', 0],
  ["-- drop table x\nselect 'drop table y'", 0],
])('%s takes away %i', (sql, count) => expect(contractionsIn(sql)).toHaveLength(count))

test('what is declared is a migration, on a line of its own', () => {
  expect(unreadSince('-- contracts: unread since 640-name.sql\ndrop table x;')).toBe('640-name.sql')
  expect(unreadSince('-- nobody reads it; contracts: unread since 640-name.sql')).toBeNull()
})
