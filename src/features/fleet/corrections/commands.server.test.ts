import { askAlone } from '#db/together.server.ts'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { MONDAY, aFleet, makeChange } from '#test/factories.ts'
import { ownCorrection } from './schema.ts'
import { answerCorrection, askCorrection, withdrawCorrection } from './commands.server.ts'
import {
  openCorrections,
  getCorrection,
  getOwnData,
  listCorrections,
  listOpenCorrectionsOf,
  listOwnCorrections,
} from './queries.server.ts'

const refused = (code: RefusalCode) => new Refusal(code)

const own = async (ref: string) => (await aFleet()).driver(ref) as OwnDriverId
const ask = (driver: OwnDriverId, words = 'O telemóvel é 919 999 999') =>
  makeChange((change) => askCorrection(change, driver, { field: 'phone', words }))
const latest = async (driver: OwnDriverId) =>
  (await listNotices(driver, { limit: 5, before: null })).notices.map(({ facts }) => facts)

test('a request waits, is answered once, and the driver is told of it', async () => {
  const driver = await own('D1')
  const id = await ask(driver)
  expect(await askAlone(openCorrections, db)).toMatchObject({ count: 1, only: id })
  expect(await listOpenCorrectionsOf(driver)).toEqual([{ id, field: 'phone' }])
  expect(await listCorrections()).toMatchObject([
    { id, field: 'phone', words: 'O telemóvel é 919 999 999', state: 'open' },
  ])
  await expect(ask(driver, 'Outra vez')).rejects.toEqual(refused('correction.waiting'))

  await makeChange((change) => answerCorrection(change, id, { intent: 'done', answer: 'Já está' }))
  expect(await listOwnCorrections(driver)).toMatchObject([{ state: 'done', answer: 'Já está' }])
  expect(await latest(driver)).toEqual([{ kind: 'correction-done', field: 'phone', reason: 'Já está' }])
  expect(await askAlone(openCorrections, db)).toEqual({ count: 0, since: null, only: null })
  expect(await listOpenCorrectionsOf(driver)).toEqual([])
  await expect(
    makeChange((change) => answerCorrection(change, id, { intent: 'declined', answer: 'Não' })),
  ).rejects.toEqual(refused('correction.answered'))
  await expect(makeChange((change) => withdrawCorrection(change, driver, id))).rejects.toEqual(
    refused('correction.answered'),
  )
})

test('an answer is taken back, unless another request on the same thing waits by then', async () => {
  const driver = await own('D1')
  const id = await ask(driver)
  await makeChange((change) => answerCorrection(change, id, { intent: 'declined', answer: 'Falta prova' }))
  await makeChange((change) => answerCorrection(change, id, { intent: 'reopen' }))
  expect(await getCorrection(id)).toMatchObject({ state: 'open', answer: '', answeredAt: null })
  await makeChange((change) => answerCorrection(change, id, { intent: 'declined', answer: 'Falta prova' }))
  const next = await ask(driver, 'Com prova')
  await expect(makeChange((change) => answerCorrection(change, id, { intent: 'reopen' }))).rejects.toEqual(
    refused('correction.waiting'),
  )
  await makeChange((change) => withdrawCorrection(change, driver, next))
  await expect(makeChange((change) => answerCorrection(change, next, { intent: 'reopen' }))).rejects.toEqual(
    refused('correction.answered'),
  )
})

test('an answer that is taken back at the moment in which the driver asks anew is told that a request waits', async () => {
  const driver = await own('D1')
  const id = await ask(driver)
  await makeChange((change) => answerCorrection(change, id, { intent: 'declined', answer: 'Falta a prova.' }))
  const taken = await makeChange(async (change) => {
    await askCorrection(change, driver, { field: 'phone', words: 'Com prova' })
    const back = makeChange((other) => answerCorrection(other, id, { intent: 'reopen' })).catch(
      (error: unknown) => error,
    )
    // By now the other change has read, and waits for this one.
    await new Promise((done) => setTimeout(done, 300))
    return { back }
  })
  expect(await taken.back).toEqual(refused('correction.waiting'))
})

test('another driver’s request and one that never was look the same', async () => {
  const fleet = await aFleet()
  const id = await ask(fleet.driver('D1') as OwnDriverId)
  const other = fleet.driver('D2') as OwnDriverId
  for (const one of [id, crypto.randomUUID()])
    await expect(makeChange((change) => withdrawCorrection(change, other, one))).rejects.toEqual(
      refused('record.not-found'),
    )
  expect(await listOwnCorrections(other)).toEqual([])
})

test('what the driver writes is sealed, and stays out of the log', async () => {
  const driver = await own('D1')
  await ask(driver, 'O NIF é 123456789')
  const { words } = await db.selectFrom('corrections').select('words').executeTakeFirstOrThrow()
  expect(words.includes('123456789')).toBe(false)
  const logged = await db.selectFrom('audit_events').selectAll().execute()
  expect(JSON.stringify(logged)).not.toContain('123456789')
})

test('the own data say what is known, masked, and by which side it was last changed', async () => {
  const driver = await own('D1')
  const { version, ...before } = await getDriver(driver)
  await makeChange((change) => saveDriver(change, driver, { ...before, phone: '+351919999999', version }))
  await makeChange((change) => changeIban(change, driver, { iban: 'PT50003506519833100000007', holder: null }))
  const data = await getOwnData(driver, MONDAY)
  expect(data).toMatchObject({ name: before.name, phone: '+351919999999' })
  expect(data.account?.masked).toMatch(/0007$/)
  expect(JSON.stringify(data)).not.toContain('PT50003506519833100000007')
  expect(data.changed.phone?.isOwn).toBe(false)
  expect(data.changed.startedOn).toBeUndefined()
})

test('a request with an account that no bank accepts is refused at its words; one that only tells of a change is not', () => {
  const refusedAt = (field: string, words: string) =>
    ownCorrection
      .safeParse({ intent: 'ask', field, words })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  expect(refusedAt('iban', 'É o PT50 0002 0123 1234 5678 9015 5')).toEqual(['words: field.iban'])
  expect(refusedAt('iban', 'É o PT50 0002 0123 1234 5678 9015 4')).toEqual([])
  expect(refusedAt('iban', 'Fechei essa conta')).toEqual([])
  expect(refusedAt('other', 'PT50 0002 0123 1234 5678 9015 5')).toEqual([])
})
