import { expect, test } from 'vitest'
import { newSecret } from '#platform/secret.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import {
  rejectApplication,
  savePapers,
  savePerson,
  saveSource,
  sendApplication,
} from '#features/recruitment/commands.server.ts'
import { moveCard } from './commands.server.ts'
import { getApplication, getOwnApplication, listApplications } from '#features/recruitment/queries.server.ts'
import { papersInput, personInput, stepInput } from '#features/recruitment/schema.ts'
import { createStage, orderStage, removeStage, saveStage } from '#features/recruitment/stages/commands.server.ts'
import { firstStageOf, getStage, listStages } from '#features/recruitment/stages/queries.server.ts'

const PAPERS = { licenceYear: '2015', certificate: 'valid', certificateUntil: '', platforms: 'uber', nif: '' }

let people = 0
async function sent(name: string, said: { source?: string; referral?: string } = {}): Promise<string> {
  const code = newSecret()
  const { referral = null, source = '' } = said
  const who = { name, email: `a${++people}@example.org`, phone: `912 345 ${100 + people}`, municipality: '' }
  const person = personInput.parse({ ...who, regime: 'rental', source })
  await makeChange((change) => savePerson(change, code, person, { language: 'pt', referral }))
  await makeChange((change) => savePapers(change, code, papersInput.parse(PAPERS)))
  await makeChange((change) => sendApplication(change, code, { keep: false, language: 'pt' }))
  return (await getOwnApplication(code)).id
}

/** The names of the applications in a stage, from the top. */
async function inStage(stage: string): Promise<string[]> {
  const rows = (await listApplications()).filter((row) => row.stage?.id === stage)
  return rows.toSorted((a, b) => a.place - b.place).map(({ name }) => name)
}

const step = (application: string, from: string, to: string, before = '') =>
  makeChange((change) => moveCard(change, stepInput.parse({ application, from, to, before })))

test('a card stands where it was put: before another, at the end, one up, one down', async () => {
  await aFleet()
  const [received, talking] = [await firstStageOf('received'), await firstStageOf('talking')]
  const [ana, rui, eva] = [await sent('Ana Sá'), await sent('Rui Sá'), await sent('Eva Sá')]
  expect(await inStage(received.id)).toEqual(['Ana Sá', 'Rui Sá', 'Eva Sá'])

  await step(eva, received.id, 'up')
  await step(ana, received.id, 'up')
  expect(await inStage(received.id)).toEqual(['Ana Sá', 'Eva Sá', 'Rui Sá'])
  await step(ana, received.id, 'down')
  await step(rui, received.id, 'down')
  expect(await inStage(received.id)).toEqual(['Eva Sá', 'Ana Sá', 'Rui Sá'])

  await step(rui, received.id, talking.id)
  await step(eva, received.id, talking.id, rui)
  await step(ana, received.id, talking.id)
  expect([await inStage(received.id), await inStage(talking.id)]).toEqual([[], ['Eva Sá', 'Rui Sá', 'Ana Sá']])
  await step(ana, talking.id, talking.id, eva)
  expect(await inStage(talking.id)).toEqual(['Ana Sá', 'Eva Sá', 'Rui Sá'])
  const { notes, state } = await getApplication(ana)
  expect([state, notes.map(({ stage }) => stage?.pt)]).toEqual(['talking', ['Em conversa']])
})

test('when two move one card at once, the second is told that somebody moved it', async () => {
  await aFleet()
  const [received, talking, checking] = await listStages()
  const id = await sent('Ana Sá')
  const both = await Promise.allSettled([step(id, received!.id, talking!.id), step(id, received!.id, checking!.id)])
  expect(both.map((one) => (one.status === 'rejected' ? one.reason.code : 'done')).toSorted()).toEqual([
    'application.moved',
    'done',
  ])
  expect((await getApplication(id)).notes).toHaveLength(1)
})

test('two who order one stage at once leave every card in one place', async () => {
  await aFleet()
  const { id: stage } = await firstStageOf('received')
  const ids = [await sent('A A'), await sent('B B'), await sent('C C'), await sent('D D')]
  await Promise.all(ids.map((id, at) => step(id, stage, stage, ids[(at + 2) % 4])))
  const rows = (await listApplications()).filter((row) => row.stage?.id === stage)
  expect(rows.map(({ place }) => place).toSorted()).toEqual([1, 2, 3, 4])
})

test('what is decided stands on no board, and cannot be moved', async () => {
  await aFleet()
  const [received, talking] = await listStages()
  const id = await sent('Ana Sá')
  await makeChange((change) => rejectApplication(change, id, { cause: 'no-place', reason: 'Sem viaturas.' }))
  await expect(step(id, received!.id, talking!.id)).rejects.toMatchObject({ code: 'application.decided' })
})

test('the office arranges its columns; what has just come always has one, and none goes with somebody in it', async () => {
  await aFleet()
  const [received, talking] = await listStages()
  const interview = { namePt: 'Entrevista', nameEn: 'Interview', state: 'talking' as const }
  const made = await makeChange((change) => createStage(change, interview))
  for (let times = 0; times < 2; times++)
    await makeChange((change) => orderStage(change, { stage: made, way: 'earlier' }))
  expect((await listStages()).map(({ name }) => name.en)).toEqual([
    'Received',
    'Interview',
    'In conversation',
    'Being checked',
  ])
  const id = await sent('Ana Sá')
  await step(id, received!.id, made)
  expect(await getApplication(id)).toMatchObject({ state: 'talking', stage: { en: 'Interview' } })
  await expect(makeChange((change) => removeStage(change, made))).rejects.toMatchObject({ code: 'stage.in-use' })
  await expect(makeChange((change) => removeStage(change, received!.id))).rejects.toMatchObject({ code: 'stage.first' })

  const { version } = await getStage(made)
  await makeChange((change) => saveStage(change, made, { ...interview, state: 'checking', version }))
  expect((await getApplication(id)).state).toBe('checking')
  const late = makeChange((change) => saveStage(change, made, { ...interview, version }))
  await expect(late).rejects.toMatchObject({ code: 'record.changed-meanwhile' })

  await step(id, made, talking!.id)
  await makeChange((change) => removeStage(change, made))
  expect(await listStages()).toHaveLength(3)
  // The move is still recorded, without the name of the deleted stage.
  expect((await getApplication(id)).notes.map(({ state, stage }) => [state, stage?.en ?? null])).toEqual([
    ['talking', 'In conversation'],
    ['talking', null],
  ])
})

test('how somebody came is the link, else what they say, else what the office knows', async () => {
  await aFleet()
  const [linked, said, silent] = [
    await sent('Ana Sá', { referral: 'rui-v', source: 'search' }),
    await sent('Eva Sá', { source: 'social' }),
    await sent('Rui Sá'),
  ]
  const sources = async () => Promise.all([linked, said, silent].map(async (id) => (await getApplication(id)).source))
  expect(await sources()).toEqual(['referral', 'social', 'unsaid'])
  await makeChange((change) => saveSource(change, silent, { source: 'office' }))
  expect(await sources()).toEqual(['referral', 'social', 'office'])
})
