import { expect, test } from 'vitest'
import { againInput } from '#features/payments/schema.ts'
import { leaveRecord } from '#features/system/given-up/schema.ts'
import { translator } from '#messages/translate.ts'
import { UsageError, writtenAs } from './command.ts'

const t = translator('pt')

test('what is written after an option keeps to the limit of the form, and may be left out where the form may be empty', () => {
  expect(writtenAs(againInput, { again: ' conta confirmada ' }, t)).toEqual({ again: 'conta confirmada' })
  expect(writtenAs(againInput, {}, t)).toEqual({ again: null })
  const long = 'x'.repeat(201)
  const tooLong = new UsageError('O texto é demasiado longo. Cabem 200 caracteres, com os espaços.')
  expect(() => writtenAs(againInput, { again: long }, t)).toThrow(tooLong)
  expect(() => writtenAs(leaveRecord.input, { reason: long }, t)).toThrow(tooLong)
  expect(() => writtenAs(leaveRecord.input, { reason: ' ' }, t)).toThrow(new UsageError('Falta preencher este campo.'))
})
