import { expect, test } from 'vitest'
import { readRecordId } from './record-id.ts'
import { Refusal } from './refusal.ts'

const ID = '17dbf0fa-850a-4120-b6cf-88253a8163c8'

test('an id in an address is that of a record in whatever letters it is typed', () => {
  expect(readRecordId(ID)).toBe(ID)
  expect(readRecordId('17DBF0FA-850A-4120-B6CF-88253A8163C8')).toBe(ID)
})

test.each([
  ['', 'nothing'],
  [` ${ID}`, 'something before it'],
  [`${ID}/papers`, 'something after it'],
  ['17dbf0fa850a4120b6cf88253a8163c8', 'no dashes'],
  ['17dbf0f-850a-4120-b6cf-88253a8163c8', 'a first group of seven'],
  ['17dbf0fa0-850a-4120-b6cf-88253a8163c8', 'a first group of nine'],
  ['17dbf0fa-850a-4120-88253a8163c8', 'a group too few'],
  ['17dbf0fa-850a-4120-b6cf-b6cf-88253a8163c8', 'a group too many'],
  ['17dbf0fa-850-4120-b6cf-88253a8163c8', 'a middle group of three'],
  ['17dbf0fa-850a-4120-b6cf0-88253a8163c8', 'a middle group of five'],
  ['17dbf0fa-850a-4120-b6cf-88253a8163c', 'a last group of eleven'],
  ['17dbf0fa-850a-4120-b6cf-88253a8163c80', 'a last group of thirteen'],
  ['g7dbf0fa-850a-4120-b6cf-88253a8163c8', 'a letter no number has'],
  ['17dbf0fa-850a-412g-b6cf-88253a8163c8', 'such a letter in the middle'],
  ['17dbf0fa-850a-4120-b6cf-88253a8163cg', 'such a letter at the end'],
])('"%s" names no record: %s', (text) => {
  expect(() => readRecordId(text)).toThrow(new Refusal('record.not-found'))
})
