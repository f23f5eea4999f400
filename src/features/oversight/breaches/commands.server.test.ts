import { db } from '#db/client.server.ts'
import { askAlone } from '#db/together.server.ts'
import { expect, test } from 'vitest'
import { translator } from '#messages/translate.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { textIn } from '#test/pdf-text.ts'
import { changeBreach, closeBreach, reopenBreach, noteNotified, writeBreach } from './commands.server.ts'
import { drawBreach, runningBreaches, getBreach } from './queries.server.ts'

const KNOWN = Temporal.Instant.from('2026-06-08T06:00:00Z')
const after = (hours: number) => KNOWN.add({ hours })
const written = {
  knownAt: KNOWN,
  happened: 'Um extrato foi para outro motorista',
  data: 'Ganhos',
  peopleKinds: 'Motoristas',
  peopleCount: null,
  effects: '',
  measures: '',
}
const at = (hours: number) => ({ at: after(hours) })

test('seventy-two hours run from when it is known, until the authority is told or it is said why not', async () => {
  await aFleet()
  const id = await makeChange((change) => writeBreach(change, written), at(2))
  expect(await getBreach(id, after(2))).toMatchObject({ hoursLeft: 70, state: 'running' })
  expect(await askAlone(runningBreaches(after(71)), db)).toEqual({ count: 1, id, hoursLeft: 1 })
  expect((await getBreach(id, after(73))).state).toBe('late')
  await makeChange((change) => noteNotified(change, id, { whom: 'authority', told: false, why: 'Sem risco' }), at(73))
  expect(await askAlone(runningBreaches(after(74)), db)).toBeNull()
  const early = makeChange((change) => writeBreach(change, { ...written, knownAt: after(1) }), at(0))
  await expect(early).rejects.toMatchObject({ code: 'breach.in-future' })
})

test('a breach is added to, closed once all is said, and opened again; its paper says who was told', async () => {
  await aFleet()
  const id = await makeChange((change) => writeBreach(change, written), at(2))
  await makeChange((change) => changeBreach(change, id, { ...written, peopleCount: 3, measures: 'Apagado' }), at(3))
  const close = () => makeChange((change) => closeBreach(change, id), at(5))
  await makeChange((change) => noteNotified(change, id, { whom: 'authority', told: true, why: '' }), at(4))
  await expect(close()).rejects.toMatchObject({ code: 'breach.unsaid' })
  await makeChange(
    (change) => noteNotified(change, id, { whom: 'people', told: false, why: 'Sem risco elevado' }),
    at(4),
  )
  await close()
  await expect(close()).rejects.toMatchObject({ code: 'breach.closed' })
  const text = textIn((await drawBreach(id, after(6), translator('pt'))).bytes).join(' ')
  expect(text).toContain('Sem risco elevado')
  expect(text).toContain('Apagado')
  await makeChange((change) => reopenBreach(change, id), at(7))
  expect((await getBreach(id, after(7))).state).toBe('told')
  await expect(makeChange((change) => reopenBreach(change, id))).rejects.toMatchObject({ code: 'record.not-found' })
})
