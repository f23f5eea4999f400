import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ADMIN, type Place } from './places.ts'

/**
 * The places that may read from a standby, through `standby.server.ts`. Another line is a decision (docs/decisions/329): what is
 * shown there must be allowed to be a moment old, and nothing may be decided or moved by it.
 */
const MAY = [
  'account/account-file.ts',
  'account/journal-csv.ts',
  'account/trial-balance.ts',
  'accounting/month-cover.ts',
  'accounting/month-file.ts',
  'accounting/month-folder.ts',
  'bank/list-file.ts',
  'contracts/list-file.ts',
  'documents/deadlines-file.ts',
  'drivers/corrections-file.ts',
  'drivers/leavers-file.ts',
  'drivers/list-file.ts',
  'financing/list-file.ts',
  'fines/list-file.ts',
  'goals/list-file.ts',
  'kpis/cars-file.ts',
  'kpis/cars.tsx',
  'kpis/company.tsx',
  'kpis/driver.tsx',
  'kpis/kpis.tsx',
  'kpis/list-file.ts',
  'recruitment/list-file.ts',
  'report/report-pdf.ts',
  'report/report.tsx',
  'support/list-file.ts',
  'users/audit-csv.ts',
  'users/audit-xlsx.ts',
  'vehicles/accidents-file.ts',
  'vehicles/list-file.ts',
  'weekly/disputes-file.ts',
  // These files are of weeks approved as a whole; before that the route reads from the primary.
  'weekly/export-csv.ts',
  'weekly/export-xlsx.ts',
  // Weeks paid long ago; weeks with work left are read from the primary.
  'weekly/weeks.tsx',
]

const ROUTES = 'src/web/routes/admin/'
const textOf = (path: string) => readFileSync(path, 'utf8')
const importersOf = (module: string) =>
  globSync('src/**/*.{ts,tsx}')
    .filter(
      (path) =>
        !/\.test\.tsx?$/.test(path) &&
        new RegExp(`^import (?!type ).*(?:${module})'$`, 'm').test(
          textOf(path).replaceAll(/\{[^}]*\}/g, (names) => names.replaceAll('\n', ' ')),
        ),
    )
    .toSorted()

test('a standby is read by one door, and only from the places in the table', () => {
  expect(importersOf(String.raw`(?:#db|\.)/standby\.server\.ts`)).toEqual([
    'src/cli/installation.ts',
    'src/features/system/standby/queries.server.ts',
  ])
  // `doctor` asks whether the standby answers and how old it is, and reads nothing else there.
  expect(textOf('src/cli/installation.ts')).toContain("import { checkStandby } from '#db/standby.server.ts'")
  expect(importersOf(String.raw`/system/standby/queries\.server\.ts`)).toEqual(['src/web/standby.server.ts'])
  expect(importersOf(String.raw`#web/standby\.server\.ts`)).toEqual(MAY.map((file) => ROUTES + file).toSorted())
})

test('no place read from the standby takes a form or asks for the power to pay', () => {
  const all = (places: readonly Place[]): Place[] => places.flatMap((place) => [place, ...all(place.inside ?? [])])
  const places = new Map(all(ADMIN).map((place) => [place.file, place]))
  for (const file of MAY) {
    const { kind, asks } = places.get(file)!
    expect.soft([kind, asks], file).toBeOneOf([
      ['page', undefined],
      ['file', undefined],
      ['file', 'operations'],
      ['file', 'house'],
    ])
    expect.soft(textOf(ROUTES + file), file).not.toMatch(/export const action|commands\.server|inTransaction/)
  }
})
