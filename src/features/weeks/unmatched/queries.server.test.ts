import { beforeEach, expect, test } from 'vitest'
import { type Fleet, WEEK, aFleet, drop, dropPublicSet, edited, makeChange, publicFile } from '#test/factories.ts'
import { answerRecognised } from '#features/weeks/answers/commands.server.ts'
import { findUnmatched, listOpenQuestions, listRecognised } from './queries.server.ts'
import { ownerValue, recognisedInput } from './schema.ts'

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

/** Three of the roster at Uber by identifiers that nobody knows; the third by a part of the name. */
const unknownAtUber = (text: string) =>
  text
    .replaceAll(UUID, STRANGER)
    .replaceAll('d26271bc-7358-4a1c-9d41', 'd26271bc-7358-4a1c-9d42')
    .replaceAll('51dbed65-348c-466c-ade0', '51dbed65-348c-466c-ade1')

test('drivers whom a file names in full are linked together, each unless it is unticked, and a part of a name stays a question', async () => {
  await drop([edited(publicFile('payments_driver'), unknownAtUber)])
  const recognised = await listRecognised(WEEK)
  const told = recognised.map(({ suggestion, isSure, rows }) => [
    rows[0]!.label,
    'driver' in suggestion ? suggestion.driver.ref : null,
    isSure,
  ])
  expect(told).toEqual([
    ["Cássio D'Avelar Conceição", 'D3', true],
    ['ANSELMO TAVIRA QUINTAO', 'D1', true],
    ['Bruna Salgueiro', 'D2', false],
  ])
  const ticked = recognised.filter(({ isSure }) => isSure)
  const sent = Object.fromEntries(ticked.slice(1).map(({ id, suggestion }) => [id, ownerValue(suggestion)]))
  const count = await makeChange((change) => answerRecognised(change, WEEK, recognisedInput.parse(sent)))
  expect(count).toBe(ticked.length - 1)
  const left = new Set((await listOpenQuestions(WEEK)).map(({ id }) => id))
  expect(ticked.map(({ id }) => left.has(id))).toEqual(ticked.map((_, at) => at === 0))
})

test('a whole name is not sure where its driver has earnings in that report under an own identifier', async () => {
  // A second person of one name: the row of D1 comes twice, the second time by an identifier that nobody has.
  const twice = (text: string) => {
    const row = text.split('\n').find((one) => one.includes(UUID))!
    return `${text.trimEnd()}\n${row.replaceAll(UUID, STRANGER)}\n`
  }
  await drop([edited(publicFile('payments_driver'), twice)])
  const [namesake] = await listRecognised(WEEK)
  expect(namesake).toMatchObject({ suggestion: { driver: { id: fleet.driver('D1') } }, isSure: false })
})

test('a list that changed meanwhile links nothing, and neither does one without a tick', async () => {
  await drop([edited(publicFile('payments_driver'), unknownAtUber)])
  const [first, second] = await listRecognised(WEEK)
  const sent = { [first!.id]: ownerValue(first!.suggestion), [second!.id]: `driver:${fleet.driver('D1')}0` }
  const answered = makeChange((change) => answerRecognised(change, WEEK, recognisedInput.parse(sent)))
  await expect(answered).rejects.toEqual(expect.objectContaining({ code: 'recognised.changed' }))
  expect((await listRecognised(WEEK)).map(({ id }) => id)).toContain(first!.id)
  expect(recognisedInput.safeParse({ note: 'x' }).success).toBe(false)
})
