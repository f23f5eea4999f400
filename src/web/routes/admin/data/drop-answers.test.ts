import { expect, test } from 'vitest'
import { type Week, readWeek } from '#domain/week.ts'
import type { DropPreview, PreviewFile } from '#features/imports/previews/schema.ts'
import { fileOfOtherWeek } from './drop-answers.ts'

const [OLDER, NEWER] = [readWeek('2026-W46'), readWeek('2026-W47')]

function dropOf(...weeks: readonly (readonly Week[])[]): DropPreview {
  const files = weeks.map((one, at) => ({
    id: `${at}-0`,
    name: `${at}.csv`,
    ok: true,
    read: { weeks: one, strange: [], effect: { is: 'new' } },
  }))
  return { versions: [], files: files as unknown as PreviewFile[] } as unknown as DropPreview
}

test('a file of another week than all others is told apart, with how many they are', () => {
  const drop = dropOf([NEWER], [OLDER], [NEWER], [OLDER, NEWER])
  expect(fileOfOtherWeek(drop)).toEqual({ id: '1-0', week: OLDER, theirs: NEWER, others: 3 })
})

test('of two files the older is the odd one, wherever it stands', () => {
  expect(fileOfOtherWeek(dropOf([OLDER], [NEWER]))).toMatchObject({ id: '0-0', others: 1 })
  expect(fileOfOtherWeek(dropOf([NEWER], [OLDER]))).toMatchObject({ id: '1-0', others: 1 })
})

test('files of one week, two whole weeks, and a file alone raise no question', () => {
  expect(fileOfOtherWeek(dropOf([NEWER], [NEWER], [OLDER, NEWER]))).toBeNull()
  expect(fileOfOtherWeek(dropOf([NEWER], [NEWER], [OLDER], [OLDER]))).toBeNull()
  expect(fileOfOtherWeek(dropOf([NEWER]))).toBeNull()
})

test('a report of the later week is at home among movements of both weeks', () => {
  expect(fileOfOtherWeek(dropOf([NEWER], [OLDER, NEWER], [OLDER, NEWER]))).toBeNull()
})
