import { expect, test } from 'vitest'
import { countAnswer, noteProof, startMeter } from './metrics.ts'

const PROVED = 'volante_ledger_invariant_violations'

test('that the books hold is said once they were proved here, and not before', async () => {
  const tell = await startMeter(
    async () => [],
    () => 'home',
  )
  expect((await tell()).text).not.toContain(PROVED)
  noteProof(0)
  expect((await tell()).text).toMatch(new RegExp(`^${PROVED} 0$`, 'm'))
  noteProof(2)
  expect((await tell()).text).toMatch(new RegExp(`^${PROVED} 2$`, 'm'))
})

test('a figure that is no longer there is not reported with its old value', async () => {
  let age: number | null = 60
  const tell = await startMeter(
    async () => [{ name: 'volante_backup_age_seconds', help: 'Age.', value: age }],
    () => 'home',
  )
  expect((await tell()).text).toMatch(/^volante_backup_age_seconds 60$/m)
  age = null
  expect((await tell()).text).not.toMatch(/^volante_backup_age_seconds/m)
})

test('a method that the site does not take is no label of its own', async () => {
  const tell = await startMeter(
    async () => [],
    () => 'home',
  )
  countAnswer({ path: '/', method: 'PROPFIND', status: 405, seconds: 0.001 })
  expect((await tell()).text).toContain('volante_http_requests_total{area="home",method="GET",status="4xx"} 1')
})
