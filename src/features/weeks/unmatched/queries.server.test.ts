import { beforeEach, expect, test } from 'vitest'
import { type Fleet, WEEK, aFleet, drop, dropPublicSet, edited, publicFile } from '#test/factories.ts'
import { findUnmatched, listOpenQuestions } from './queries.server.ts'

/** D1's identifier at Uber, and one that nobody has. */
const UUID = '17dbf0fa-850a-4120-b6cf-88253a8163c8'
const STRANGER = '17dbf0fa-850a-4120-b6cf-88253a816000'

let fleet: Fleet
beforeEach(async () => {
  fleet = await aFleet()
})

const asked = async () => (await listOpenQuestions(WEEK)).map(({ id }) => findUnmatched(WEEK, id.replace('row-', '')))
const suggestions = async () => (await Promise.all(await asked())).map((question) => question?.suggestion)

test('whoever is known by another identifier and the same name is suggested, and only the name is said to agree', async () => {
  await drop([edited(publicFile('payments_driver'), (text) => text.replaceAll(UUID, STRANGER)), publicFile('2026W23')])
  const because = expect.objectContaining({ by: 'name' })
  expect(await suggestions()).toEqual([{ driver: expect.objectContaining({ id: fleet.driver('D1') }), because }])
})

test('the only driver the file lacks is suggested where no name agrees', async () => {
  const renamed = (text: string) => text.replaceAll(UUID, STRANGER).replace('ANSELMO,TAVIRA QUINTAO', 'Conta,Nova')
  await drop([edited(publicFile('payments_driver'), renamed), publicFile('2026W23')])
  expect(await suggestions()).toEqual([
    { driver: expect.objectContaining({ id: fleet.driver('D1') }), because: { by: 'only' } },
  ])
})

test('a plate nobody knows has no suggestion', async () => {
  await dropPublicSet()
  expect(await suggestions()).toEqual([null])
})
