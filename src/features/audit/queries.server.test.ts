import { expect, test } from 'vitest'
import { COMMAND_LINE, carryOut } from './commands.server.ts'
import { listEvents } from './queries.server.ts'

test('a change says each value that became another, the newest first, and nothing of other records', async () => {
  const note = (
    hour: number,
    subject: string,
    before: { name: string | null },
    after: { name: string; phone: string | null },
  ) =>
    carryOut(
      {
        actor: COMMAND_LINE,
        action: 'driver.save',
        now: Temporal.Instant.from('2026-11-20T00:00:00Z').add({ hours: hour }),
      },
      async (deed) => {
        deed.note({ subject, before, after })
        return null
      },
    )
  await note(2, 'driver:a', { name: 'Rui' }, { name: 'Rui', phone: '912345678' })
  await note(1, 'driver:a', { name: null }, { name: 'Rui', phone: null })
  await note(3, 'driver:b', { name: 'Ana' }, { name: 'Eva', phone: null })

  expect(await listEvents('driver:a')).toMatchObject([
    {
      at: '2026-11-20T02:00:00Z',
      by: null,
      role: 'command-line',
      changes: [{ field: 'phone', before: null, after: '912345678' }],
    },
    { at: '2026-11-20T01:00:00Z', changes: [{ field: 'name', before: null, after: 'Rui' }] },
  ])
})
