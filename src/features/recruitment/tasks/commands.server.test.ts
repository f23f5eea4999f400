import { expect, test } from 'vitest'
import { giveScopes } from '#features/accounts/commands.server.ts'
import { newSecret } from '#platform/secret.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { rejectApplication, savePapers, savePerson, sendApplication } from '../commands.server.ts'
import { getOwnApplication } from '../queries.server.ts'
import { papersInput, personInput } from '../schema.ts'
import { addTask, finishTask, reopenTask } from './commands.server.ts'
import { countDueTasks, listOfficePeople, listOpenTasks, listTasksOf } from './queries.server.ts'
import { taskInput } from './schema.ts'

async function sent(email: string): Promise<string> {
  const code = newSecret()
  const person = personInput.parse({ name: 'Ana Sá', email, phone: '912 345 678', municipality: '', regime: 'rental' })
  const papers = papersInput.parse({
    licenceYear: '2015',
    certificate: 'soon',
    certificateUntil: '',
    platforms: 'none',
    nif: '',
  })
  await makeChange((change) => savePerson(change, code, person, { language: 'pt', referral: null }))
  await makeChange((change) => savePapers(change, code, papers))
  await makeChange((change) => sendApplication(change, code, { keep: false, language: 'pt' }))
  return (await getOwnApplication(code)).id
}

const add = (application: string, task: Partial<Record<'what' | 'dueOn' | 'person', string>>) =>
  makeChange((change) =>
    addTask(change, application, taskInput.parse({ what: 'Telefonar', dueOn: '2026-06-10', ...task })),
  )

test('a task has a day and a person; what is due is counted until it is done', async () => {
  await aFleet()
  const helena = await anAccount('helena@example.org', 'admin')
  const id = await sent('ana@example.org')
  const task = await add(id, { person: helena })
  await add(id, { what: 'Ver o seguro', dueOn: '2026-06-20' })
  expect((await listTasksOf(id)).map(({ what, dueOn, person }) => [what, dueOn, person?.uid ?? null])).toEqual([
    ['Telefonar', '2026-06-10', helena],
    ['Ver o seguro', '2026-06-20', null],
  ])
  expect(await countDueTasks('2026-06-09')).toEqual({ count: 0, since: null, only: null })
  expect(await countDueTasks('2026-06-10')).toEqual({ count: 1, since: '2026-06-10', only: id })
  expect(await countDueTasks('2026-07-01')).toMatchObject({ count: 2, only: null })

  await makeChange((change) => finishTask(change, task))
  await makeChange((change) => finishTask(change, task))
  expect(await countDueTasks('2026-06-10')).toMatchObject({ count: 0 })
  await makeChange((change) => reopenTask(change, task))
  expect(await countDueTasks('2026-06-10')).toMatchObject({ count: 1 })
})

test('a task is for somebody of the office, about an application that was sent', async () => {
  await aFleet()
  const driver = await anAccount('rui@example.org', 'driver')
  const id = await sent('ana@example.org')
  for (const wrong of [() => add(id, { person: driver }), () => add(crypto.randomUUID(), {})])
    await expect(wrong()).rejects.toMatchObject({ code: 'record.not-found' })
  expect(taskInput.safeParse({ what: '', dueOn: '' }).success).toBe(false)
})

test('a task is not offered to an accountant, who may change nothing', async () => {
  await aFleet()
  const helena = await anAccount('helena@example.org', 'admin')
  const clara = await anAccount('clara@example.org', 'admin')
  await makeChange((change) => giveScopes(change, clara, ['accountant']))
  expect((await listOfficePeople()).map(({ uid }) => uid)).toEqual([helena])
  const id = await sent('ana@example.org')
  await expect(add(id, { person: clara })).rejects.toMatchObject({ code: 'record.not-found' })
})

test('what was refused asks nobody for anything', async () => {
  await aFleet()
  const id = await sent('ana@example.org')
  await add(id, {})
  await makeChange((change) => rejectApplication(change, id, { cause: 'no-place', reason: 'Sem viaturas.' }))
  expect(await listOpenTasks()).toEqual([])
  expect(await countDueTasks('2026-07-01')).toMatchObject({ count: 0 })
})
