import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DRIVERS, roster } from '../src/demo/fleet.ts'
import { weekFiles } from '../src/demo/week-files.ts'
import { previousWeek, weekAt, weekName } from '../src/domain/week.ts'
import { EMPTY_DRIVER } from '../src/features/fleet/drivers/schema.ts'
import { weekNumber } from '../src/messages/dates.ts'
import { OWNER, type Office, hiddenFields, office, registerFirst } from './office.ts'
import { copyOf } from './prepared.ts'
import { PUBLIC_SET, type Site, startSite, volante } from './site.ts'

/**
 * Files that were dropped and do not count yet: left, found again, put away, of two weeks, undone, and incomplete ones.
 */
let site: Site
let marta: Office
beforeAll(async () => {
  const data = copyOf('nothing')
  const nobody = join(data, 'company.json')
  writeFileSync(nobody, JSON.stringify(roster([])))
  volante(data, 'fleet', 'load', nobody, '--terms', 'plain')
  site = await startSite(data)
  marta = office(site.url, await registerFirst(site, OWNER))
})
afterAll(async () => site.stop())

const NEWER = previousWeek(weekAt(Temporal.Now.instant()))
const OLDER = previousWeek(NEWER)
const fleet = DRIVERS.slice(0, 3)
const [payments, , bolt] = weekFiles(NEWER, false, fleet)
const [older] = weekFiles(OLDER, false, fleet)
type File = { name: string; text: string }

let times = 0
async function drop(...files: (File | undefined)[]): Promise<string> {
  const form = new FormData()
  form.set('idempotencyKey', `left-${++times}`)
  for (const file of files) form.append('files', new File([file!.text], file!.name))
  return (await marta.post('/admin/data/drop', form)).headers.get('location')!
}

const look = async (path: string) => /<main.*<\/main>/s.exec(await (await marta.get(path)).text())![0]
const send = async (path: string, form: Record<string, string> = {}) => {
  const key = hiddenFields(await look(path))['idempotencyKey']!
  return (await marta.post(path, { ...form, idempotencyKey: key })).headers.get('location')!
}

test('an office in which nobody is yet leads from each form that asks for somebody to the first record', async () => {
  const needsDriver = ['contracts/new', 'financing/new', 'commissions/referrals/new']
  for (const path of needsDriver) expect(await look(`/admin/${path}`)).toMatch(/href="\/admin\/drivers\/new"/)
  expect(await look('/admin/vehicles/fines/new')).toMatch(/href="\/admin\/vehicles\/new"/)
  for (const path of ['drivers', 'vehicles']) expect(await look(`/admin/${path}`)).toMatch(/href="\/admin\/data"/)
  // A table whose cells all say that nothing came tells nothing: there is none.
  expect(await look('/admin/data')).not.toContain('<table')
})

test('a new operator who left finds the files again, and puts away what is not needed', async () => {
  const [left, unwanted] = [await drop(payments, older, bolt), await drop(older)]
  expect(await look('/admin/start')).toContain(`href="${unwanted}"`)
  const data = await look('/admin/data')
  expect(data).toContain('Ficheiros por importar')
  expect(data).toContain(`href="${left}"`)
  expect(data).toContain(`3 ficheiros · Uber, Bolt · semanas ${weekNumber(OLDER)}, ${weekNumber(NEWER)}`)
  expect(await look('/en/admin/data')).toContain('Files to import')

  expect(await send(`${unwanted}/removal`)).toBe('/admin/data?done=drop-forgotten')
  const after = await look('/admin/data')
  expect([after.includes(`href="${unwanted}"`), after.includes(`href="${left}"`)]).toEqual([false, true])
})

test('a file of another week is told, and the way goes on with the newest week', async () => {
  const [, left] = /href="(\/admin\/data\/drops\/[^"/]+)"/.exec(await look('/admin/data'))!
  expect(await look(left!)).toContain(
    `Este ficheiro é da semana ${weekNumber(OLDER)}; os outros são da semana ${weekNumber(NEWER)}.`,
  )
  expect(await send(left!)).toContain(`/admin/data/newcomers?week=${weekName(NEWER)}&imported=3`)
  expect(await look('/admin/start')).toContain(`/admin/data/newcomers?week=${weekName(NEWER)}`)
  expect(await look('/admin/data')).not.toContain('Ficheiros por importar')

  expect(await look(left!)).toContain('Importar de novo não muda nada.')
  const [, imported] = /href="(\/admin\/data\/imports\/\d+)"/.exec(await look('/admin/data'))!
  await send(`${imported}/undoing`)
  const again = await look(left!)
  expect(again).not.toContain('Importar de novo não muda nada.')
  expect(again).toContain('e essa importação foi depois anulada')
  expect(again).toContain('Importar de novo faz as suas linhas voltarem a contar.')
  expect(again).toMatch(/Importar 1 ficheiro da semana/)
})

test('a file that lacks its week leads to where it is said, and one with a value amiss to its lines', async () => {
  const electric = readFileSync(`${PUBLIC_SET}/prio/prio_electric_20260601_20260607.csv`, 'utf8')
  const broken = { name: 'prio electric.csv', text: electric.replace('10.85', '1O.85') }
  const at = await drop({ ...payments!, name: 'uber.csv', text: `${payments!.text}\n` }, broken)
  const preview = await look(at)
  expect(preview).toMatch(/data-tone="warn"[^>]*aria-labelledby="file-0-0"/)
  expect(preview).toMatch(/data-tone="bad"[^>]*aria-labelledby="file-1-0"/)
  expect(preview).toContain('Falta a semana')
  expect(preview).toContain('Diga de que semana é o ficheiro')

  const data = await look('/admin/data')
  expect(data).toContain('falta a semana')
  expect(data).toContain(`href="${at}/weeks/0-0"`)
  expect(data).toContain(`href="${at}#file-1-0"`)
  expect(preview).toContain('id="file-1-0"')
  expect(await send(`${at}/weeks/0-0`, { 'week-0-0': weekName(NEWER) })).toBe(at)
})

test('after a part of a new driver is filled in, the record says what is left and leads to what comes next', async () => {
  const made = await send('/admin/drivers/new', { ...EMPTY_DRIVER, name: 'Ana Primeira' })
  const driver = made.replace(/\?.*/, '')
  const page = await look(await send(`${driver}/iban`, { iban: 'PT50999900000000000010173', holder: '' }))
  expect(page).toContain('Faltam 7 coisas até à primeira viagem')
  expect(page).toContain(`href="${driver}/access"`)
})
