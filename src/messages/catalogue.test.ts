import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REFUSALS } from '#domain/refusal.ts'
import type { ListKey, MessageKey } from './catalogue.ts'
import { en } from './en.ts'
import { pt } from './pt.ts'
import { translator } from './translate.ts'

const t = translator('pt')

test('a text is found by its dotted key and filled from its params', () => {
  expect(t('common.language.changing', { language: 'English' })).toBe('Alterando para English...')
  expect(t('common.language.note')).toBe('Isso pode levar apenas alguns segundos.')
})

test('a value that ends with a full stop ends its sentence with that one', () => {
  expect(t('page.disputes.known.answerBy', { day: 'segunda-feira, 7 dez.' })).toBe(
    'O escritório responde até segunda-feira, 7 dez.',
  )
  expect(t('page.disputes.known.answerBy', { day: '7 dez. 2026' })).toBe('O escritório responde até 7 dez. 2026.')
})

test('a missing key answers itself and a missing list is empty', () => {
  expect(t('page.nowhere.title' as MessageKey)).toBe('page.nowhere.title')
  expect(t.list('page.nowhere.points' as ListKey)).toEqual([])
  expect(t('common' as MessageKey)).toBe('common')
  expect(t('common.constructor' as MessageKey)).toBe('common.constructor')
})

test.each([
  [0, 'Há 0 campos por corrigir.'],
  [1, 'Há 1 campo por corrigir.'],
  [2, 'Há 2 campos por corrigir.'],
])('a plural follows its count: %i', (count, words) => {
  expect(t('common.form.refused', { count })).toBe(words)
})

test('every refusal has a text in both languages', () => {
  const silent = Object.keys(REFUSALS).filter(
    (code) => translator('pt').find(`errors.${code}`) === null || translator('en').find(`errors.${code}`) === null,
  )
  expect(silent).toEqual([])
})

test('no key holds a dot, which would lead where nothing is', () => {
  const dotted = (words: object, under = ''): string[] =>
    Object.entries(words).flatMap(([key, words_]) => [
      ...(key.includes('.') ? [`${under}${key}`] : []),
      ...(typeof words_ === 'object' && words_ !== null ? dotted(words_, `${under}${key} `) : []),
    ])
  expect(dotted(pt)).toEqual([])
})

test('both languages have the same keys, lists of the same length, and the same placeholders', () => {
  expect(shape(en)).toEqual(shape(pt))
})

test.each(['pt', 'en'])(
  'no two files of words name a noun alike, and the log finds each of its words in one place (%s)',
  (language) => {
    const files = globSync(`src/messages/${language}/page/*.ts`).map((file) => readFileSync(file, 'utf8'))
    const nouns = files.flatMap((words) => [...words.matchAll(/^export const (\w+)/gm)].map(([, noun]) => noun!))
    const twice = <Name>(names: readonly Name[]) => names.filter((name, at) => names.indexOf(name) !== at)
    expect(nouns.length).toBeGreaterThan(100)
    expect(twice(nouns)).toEqual([])
    const { page } = language === 'pt' ? pt : en
    const logged = Object.values(page).flatMap((words) => ('logged' in words ? Object.entries(words.logged) : []))
    const said = logged.flatMap(([group, words]) => Object.keys(words).map((name) => `${group}.${name}`))
    expect(said.length).toBeGreaterThan(300)
    expect(twice(said)).toEqual([])
  },
)

test('nobody is addressed as tu or você', () => {
  const texts = JSON.stringify(pt)
  expect(texts.match(/\b(tu|você|vocês|teu|tua|contigo)\b/gi) ?? []).toEqual([])
})

function shape(node: unknown): unknown {
  if (typeof node === 'string') return [...new Set(node.match(/\{\w+\}/g) ?? [])].sort()
  if (Array.isArray(node)) return node.length
  return Object.fromEntries(Object.entries(Object(node)).map(([key, value]) => [key, shape(value)]))
}
