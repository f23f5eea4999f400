import { expect, test } from 'vitest'
import { attachment } from './attachment.ts'

const parts = async function* () {
  yield new TextEncoder().encode('dia,')
  yield new TextEncoder().encode('valor')
}

test('a file is sent under its name in every letter, with its length', async () => {
  const answer = attachment('situação "1".csv', new TextEncoder().encode('dia'), 'text/csv')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="situa__o _1_.csv"; filename*=UTF-8''situa%C3%A7%C3%A3o%20%221%22.csv`,
  )
  expect([answer.headers.get('content-length'), await answer.text()]).toEqual(['3', 'dia'])
})

test('what is made while it is sent has no length, and the same other headers', async () => {
  const answer = attachment('diário.csv', parts(), 'text/csv')
  expect([...answer.headers]).toEqual([
    ['cache-control', 'private, no-store'],
    ['content-disposition', `attachment; filename="di_rio.csv"; filename*=UTF-8''di%C3%A1rio.csv`],
    ['content-type', 'text/csv'],
  ])
  expect(await answer.text()).toBe('dia,valor')
})
