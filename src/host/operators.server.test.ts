import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unusedByHost } from '#platform/env.server.ts'
import { findOperator, listServed, operatorsIn } from './operators.server.ts'

test('what a host would do nothing with is named, whether it is set for all or for one operator', () => {
  expect(unusedByHost({ DATABASE_URL: 'postgres://elsewhere/fleet', SITES: '2', PORT: '80' })).toEqual([
    'DATABASE_URL',
    'SITES',
  ])
  expect(unusedByHost({ SITES: '1', DATABASE_URL: '' })).toEqual([])

  const host = mkdtempSync(join(tmpdir(), 'volante-host-'))
  const write = (name: string, settings: object) => {
    mkdirSync(join(operatorsIn(host), name), { recursive: true })
    const said = { hosts: [`${name}.test`], url: `https://${name}.test`, settings }
    writeFileSync(join(operatorsIn(host), name, 'operator.json'), JSON.stringify(said))
  }
  write('alfa', { BACKUP_EVERY: 'night' })
  write('beta', { DATABASE_URL: 'postgres://elsewhere/fleet' })
  expect(listServed(host).map(({ name }) => name)).toEqual(['alfa'])
  expect(() => findOperator(host, 'beta')).toThrow(expect.objectContaining({ code: 'hosted.file-unused' }))
  rmSync(host, { recursive: true })
})
