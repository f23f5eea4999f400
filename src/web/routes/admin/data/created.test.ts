import { expect, test } from 'vitest'
import { translator } from '#messages/translate.ts'
import { createdWords, withCreated } from './created.ts'

const words = (path: string) => createdWords(new URL(path, 'http://localhost').searchParams, translator('pt'))

test('after several were created with one press the page says how many, not only the last answer', () => {
  expect(words(withCreated('/admin/data', { drivers: 4, vehicles: 1 }))).toBe(
    'Criado: 4 motoristas, 1 viatura. As linhas já estão no sítio certo.',
  )
  expect(words(withCreated('/admin/data', { drivers: 0, vehicles: 2 }))).toContain('Criado: 2 viaturas.')
})

test('where nobody was created, an answer was remembered', () => {
  const path = withCreated('/admin/data', { drivers: 0, vehicles: 0 })
  expect([path, words(path), words('/admin/data?done=created&drivers=x')]).toEqual([
    '/admin/data?done=remembered',
    null,
    null,
  ])
})
