import { beforeEach, expect, test } from 'vitest'
import { translator } from '#messages/translate.ts'
import { emptyDatabase } from '#test/factories.ts'
import { showConnections } from '#cli/connections.ts'

beforeEach(emptyDatabase)

test('an installation without a connection is told so, and where they are made', async () => {
  const call = { args: [], options: {}, t: translator('pt'), fromCaller: (path: string) => path }
  expect(await showConnections(call)).toEqual({
    json: { connections: [] },
    text: 'Nenhuma plataforma está ligada. Ligam-se em Integrações.',
  })
})
