import { expect, test } from 'vitest'
import { type Week, readWeek, weekName } from '#domain/week.ts'
import { afterDrop } from './after-drop.ts'

const NOW = Temporal.Instant.from('2026-11-23T09:00:00Z')
const BROUGHT = { files: 3, rows: 20, same: 0, refused: 0, first: 7 }
const [OLDER, ENDED, RUNNING] = [readWeek('2026-W46'), readWeek('2026-W47'), readWeek('2026-W48')]
const after = (weeks: Week[], onwards: (week: Week) => Promise<string | null> = async () => null) =>
  afterDrop({ ...BROUGHT, weeks }, 'd', { now: NOW, onwards })

test('a drop of several weeks goes on with the newest that has ended', async () => {
  expect(await after([ENDED, OLDER, RUNNING])).toBe('/admin/weekly/2026-W47?imported=3&rows=20&first=7')
  expect(await after([OLDER, ENDED], async (week) => `/admin/data/newcomers?week=${weekName(week)}`)).toBe(
    '/admin/data/newcomers?week=2026-W47&imported=3&rows=20&first=7',
  )
})

test('a drop of the running week alone goes there, and one of no week to the files', async () => {
  expect(await after([RUNNING])).toBe('/admin/weekly/2026-W48?imported=3&rows=20&first=7')
  expect(await after([])).toBe('/admin/data?imported=3&rows=20&first=7')
})
