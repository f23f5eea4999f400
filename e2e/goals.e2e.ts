import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { text } from './books.ts'
import { startDemonstration } from './demonstration.ts'
import { type Office, office, signIn } from './office.ts'
import type { Site } from './site.ts'

/** Goals as forms send them, without a script: previewed before they are saved, then promised, changed and ended. */
let site: Site
let helena: Office
let rui: Office

beforeAll(async () => {
  site = await startDemonstration()
  const known = JSON.parse(readFileSync(join(site.data, 'demo', 'sign-ins.json'), 'utf8')) as Record<string, string>
  const as = async (email: string, password: string) =>
    office(site.url, await signIn(site.url, { displayName: '', email, password }))
  helena = await as(known['adminEmail']!, known['adminPassword']!)
  rui = await as(known['driverEmail']!, known['driverPassword']!)
})
afterAll(() => site.stop())

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const see = async (who: Office, path: string) => plain(await text(who, path))

const REGIMES = ['slot', 'rental', 'percentage', 'employee']
const asked = (more: Record<string, string> = {}) => {
  const fields = new URLSearchParams({
    name: 'Noite de sexta',
    nameEn: '',
    criterion: 'trips',
    period: 'week',
    stacking: 'best',
    car: 'any',
    threshold1: '70',
    reward1: '10',
    threshold2: '90',
    reward2: '25,50',
    from: '2030-01-07',
    until: '',
    minWeeks: '',
    maxWeeks: '',
    ...more,
  })
  for (const regime of REGIMES) fields.append('regimes[]', regime)
  return fields
}

test('the demonstration shows what was paid, and how far everybody is', async () => {
  const goals = await see(helena, '/admin/goals')
  expect(goals).toContain('Semana cheia')
  expect(goals).toContain('Mês da frota')
  expect(goals).toContain('Recebido das plataformas')
  const own = await see(rui, '/dashboard/goals')
  // Early on a Monday nothing of the week is counted yet: the page then says so, and shows the target alone.
  const isCounted =
    !/Semana cheia · semana \d+ \S+ € 120 viagens até domingo A empresa ainda não recebeu os dados/.test(own)
  if (isCounted) expect(own).toMatch(/Faltam .+ até domingo/)
  expect(own).toMatch(/Semana cheia, semana \d+: \d+ viagens, objetivo de \d+/)
  expect(await see(rui, '/en/dashboard/goals')).toMatch(isCounted ? /to go by Sunday/ : /120 trips by Sunday/)
})

test('what a rule would have cost is shown before it is saved, and a rule that holds nothing together is not', async () => {
  const shown = await see(helena, `/admin/goals/new?${asked()}`)
  expect(shown).toContain('O que teria custado')
  expect(shown).toMatch(/Em 8 semanas [\d.]+,\d\d/)
  expect(shown).toContain('Quem fizer 90 viagens numa semana recebe 25,50')
  const falling = await see(helena, `/admin/goals/new?${asked({ threshold2: '60' })}`)
  expect(falling).toContain('Cada nível tem de pedir mais do que o anterior.')
  expect(falling).not.toContain('O que teria custado')
})

test('a goal that is typed stands beside its form in sentences, and nothing of it is kept', async () => {
  const seen = async (fields: URLSearchParams) => {
    const typed = new FormData()
    for (const [name, value] of fields) typed.append(name, value)
    return plain(await (await helena.post('/admin/goals/new?look', typed)).text())
  }
  expect(await seen(asked())).toContain('Quem fizer 90 viagens numa semana recebe 25,50')
  expect(await seen(asked({ threshold2: '60' }))).toContain('A regra aparece aqui em frases.')
  expect(await see(helena, '/admin/goals?view=later')).not.toContain('Noite de sexta')
})

test('a goal is saved with why, changed from the next period on, and ended', async () => {
  const send = async (path: string, fields: URLSearchParams, key: string) => {
    const sent = new FormData()
    sent.set('idempotencyKey', key)
    for (const [name, value] of fields) sent.append(name, value)
    return helena.post(path, sent)
  }
  const withWhy = (fields: URLSearchParams) => {
    fields.set('reason', 'Combinado em reunião')
    return fields
  }
  expect((await send('/admin/goals/new', withWhy(asked()), 'goal-add-0001')).status).toBe(303)
  const list = await text(helena, '/admin/goals?view=later')
  expect(plain(list)).toContain('Noite de sexta')
  const [, id] = /href="\/admin\/goals\/([0-9a-f-]{36})"[^>]*>\s*Noite de sexta/.exec(list) ?? []
  const changed = withWhy(asked({ reward2: '40', from: '2030-02-04' }))
  expect((await send(`/admin/goals/${id}/change`, changed, 'goal-change-0001')).status).toBe(303)
  const both = await text(helena, '/admin/goals?view=later')
  expect(plain(both).match(/Noite de sexta/g)).toHaveLength(2)
  const ids = [...both.matchAll(/href="\/admin\/goals\/([0-9a-f-]{36})"[^>]*>\s*Noite de sexta/g)].map(
    ([, one]) => one!,
  )
  const ended = await send(
    `/admin/goals/${ids.find((one) => one !== id)}/end`,
    new URLSearchParams({ reason: 'Afinal não' }),
    'goal-end-0001',
  )
  expect(ended.status).toBe(303)
})
