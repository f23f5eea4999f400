import { expect, test } from 'vitest'
import type { AuditEvent } from '#features/audit/schema.ts'
import { withStageNames } from './stage-names.ts'

const STAGES = [
  { id: 'a', state: 'received' as const, version: 1, name: { pt: 'Recebida', en: 'Received' } },
  { id: 'b', state: 'talking' as const, version: 1, name: { pt: 'Em conversa', en: 'In conversation' } },
]

const moved: AuditEvent = {
  id: 1,
  at: '2026-11-20T10:00:00Z',
  by: null,
  role: 'admin',
  action: 'application.move',
  address: null,
  about: null,
  changes: [
    { field: 'stage', before: 'Recebida', after: 'Em conversa' },
    { field: 'text', before: null, after: 'Recebida' },
  ],
}

test('the history of an application names the columns of the board in the language of its reader', () => {
  expect(withStageNames([moved], STAGES, 'en')[0]?.changes).toEqual([
    { field: 'stage', before: 'Received', after: 'In conversation' },
    { field: 'text', before: null, after: 'Recebida' },
  ])
  expect(withStageNames([moved], STAGES, 'pt')).toEqual([moved])
})

test('a column that was renamed or removed is named as the log noted it', () => {
  const [event] = withStageNames([moved], STAGES.slice(1), 'en')
  expect(event?.changes[0]).toEqual({ field: 'stage', before: 'Recebida', after: 'In conversation' })
})
