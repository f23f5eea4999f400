import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { translator } from '#messages/translate.ts'
import { textIn } from '#test/pdf-text.ts'
import { saveRules } from '../rules/commands.server.ts'
import { saveAssessment } from './commands.server.ts'
import { renderAssessment } from './pdf.ts'
import { countLookers, getAssessment, listAssessments, readFacts } from './queries.server.ts'
import { assessmentFacts } from './schema.ts'
import { partsOf } from './words.ts'

const NOW = Temporal.Instant.from('2026-06-09T10:00:00Z')
const RULES = {
  records: true,
  keepsDays: 7,
  duty: 'shift',
  offDuty: 'drop',
  asksReason: false,
  tellsUnheld: true,
  night: null,
} as const
const keep = () => makeChange((change) => saveAssessment(change), { at: NOW })

test('an assessment says what the rules do, and a version stays when they change', async () => {
  const fleet = await aFleet()
  const uid = await anAccount('dona@exemplo.pt', 'admin')
  await makeChange((change) => saveRules(change, RULES), { at: NOW })
  const car = fleet.vehicle('ZX11TA')
  await asOwner(`insert into position_looks (reader, role, what, reason, at, until_at)
    values ('${uid}', 'admin', 'last', '', '2026-06-08T10:00:00Z', '2026-06-08T10:00:00Z'),
      ('${uid}', 'admin', 'day', '', '2026-06-08T12:00:00Z', '2026-06-08T12:00:00Z'),
      ('${uid}', 'admin', 'last', '', '2025-06-08T12:00:00Z', '2025-06-08T12:00:00Z')`)
  await asOwner(
    `insert into position_devices (kind, name, vehicle_id, made_at) values ('phone', 'Telemóvel', '${car}', now())`,
  )
  expect(await keep()).toBe(1)
  await makeChange((change) => saveRules(change, { ...RULES, keepsDays: 14, duty: 'assignment' }), { at: NOW })
  expect(await keep()).toBe(2)
  const [now, first] = await listAssessments()
  expect(first?.facts).toMatchObject({
    rules: { keepsDays: 7, duty: 'shift' },
    told: 0,
    devices: { phone: 1, tracker: 0 },
    looks: { people: 1, by: { admin: 2 } },
  })
  expect(now?.facts.rules).toMatchObject({ keepsDays: 14, duty: 'assignment' })
  expect(await countLookers(NOW)).toEqual([{ name: 'dona', count: 2 }])
  // A version contains nobody's name.
  expect(JSON.stringify(await listAssessments())).not.toMatch(/dona|D1/)
  await expect(getAssessment(3)).rejects.toMatchObject({ code: 'record.not-found' })
  await expect(db.updateTable('position_assessments').set({ facts: '{}' }).execute()).rejects.toMatchObject({
    code: '42501',
  })
})

test('the page and the paper of an assessment say the same, in both languages', async () => {
  await aFleet()
  await keep()
  const kept = await getAssessment(1)
  for (const language of ['pt', 'en'] as const) {
    const t = translator(language)
    const text = textIn(await renderAssessment(kept, t))
      .join('')
      .replaceAll(/\s+/g, '')
    for (const { title, sentences, rows } of partsOf(kept.facts, t))
      for (const said of [title, ...sentences, ...rows.flat()]) expect(text).toContain(said.replaceAll(/\s+/g, ''))
  }
})

test('an assessment names the alerts that the office gets, and a version from before alerts is read as it was', async () => {
  await aFleet()
  await makeChange((change) => saveRules(change, { ...RULES, night: { from: 1, until: 5 } }), { at: NOW })
  const facts = await readFacts(NOW)
  const alertsOf = (one: typeof facts) => partsOf(one, translator('pt')).find(({ title }) => title.startsWith('Avisos'))
  expect(alertsOf(facts)?.sentences.slice(0, 2)).toEqual([
    'O escritório é avisado quando uma viatura anda sem ninguém a ter.',
    'O escritório é avisado quando uma viatura anda da 1 às 5 horas, fora de um turno.',
  ])
  const { tellsUnheld: _, night: __, ...before } = facts.rules
  const { zones: ___, links: ____, ...earlier } = facts
  const read = assessmentFacts.parse({ ...earlier, rules: before })
  expect(alertsOf(read)?.sentences.join(' ')).not.toMatch(/avisado/)
})

test('an assessment says so where nothing is recorded', async () => {
  await aFleet()
  const facts = await readFacts(NOW)
  expect(partsOf(facts, translator('pt'))[0]?.sentences[0]).toBe('Hoje nada é registado.')
  expect(JSON.stringify(partsOf(facts, translator('pt')))).not.toMatch(/é avisado/)
})
