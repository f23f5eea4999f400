import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { difference, DIVERGENCES, replay, shapeOf } from '#test/identity-transcript.ts'
import { PASSWORD } from '#test/identity.ts'
import { serveIdentity } from './serve.ts'
import { readServeOptions, ServeMisused } from './serve-options.ts'

/* The service as `identity:serve` puts it on a port: the options of its command line, and the transcript through them. */

let now = Temporal.Instant.from('2026-11-21T01:52:00Z')
const serve = (...args: string[]) => {
  const { port, projectId, project } = readServeOptions(['--port', '0', '--project', 'demo-x', ...args])
  return serveIdentity({ port, projectId, project, now: () => now })
}

/** By what was typed: what differs beyond `divergences.json`, and why. */
const SERVED: Record<string, Record<string, { reason: string }>> = JSON.parse(
  readFileSync('test/fixtures/identity/divergences-served.json', 'utf8'),
)

test.each(Object.entries(SERVED))(
  'identity:serve %s answers the transcript as the emulator does, but for what is declared',
  async (typed, declared) => {
    const service = await serve(...typed.split(' ').filter(Boolean))
    const answers = await replay(
      async (request) => {
        now = now.add({ seconds: 1 })
        const { pathname, search } = new URL(request.url)
        return fetch(new Request(`${service.url}${pathname}${search}`, request))
      },
      () => now,
      ({ body }) => body,
    )
    await service.close()

    const differs = answers.map(({ exchange, answer }) => [
      exchange.name,
      difference(shapeOf(exchange.status, exchange.res), answer),
    ])
    const expected = answers.map(({ exchange: { name } }) => {
      const row = declared[name] ?? DIVERGENCES[name]
      if (!row) return [name, null]
      const { reason: _, cascade: __, ...how } = { cascade: undefined, ...row }
      return [name, how]
    })
    expect(differs).toEqual(expected)
  },
)

test('the list of codes has those that were mailed, not those the office was handed', async () => {
  const service = await serve()
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${service.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  const office = '/identitytoolkit.googleapis.com/v1/projects/demo-x/accounts'
  const email = 'codigos@exemplo.pt'
  await ask(office, { email, password: PASSWORD })
  const reset = { requestType: 'PASSWORD_RESET', email }
  expect((await ask(`${office}:sendOobCode`, { ...reset, returnOobLink: true })).oobCode).toMatch(/^[\w-]{43}$/)
  expect((await ask('/emulator/v1/projects/demo-x/oobCodes')).oobCodes).toEqual([])
  await ask(`${office}:sendOobCode`, reset)
  expect((await ask('/emulator/v1/projects/demo-x/oobCodes')).oobCodes).toMatchObject([reset])
  await service.close()
})

test('the options say what they may be', () => {
  const read = (...args: string[]) => readServeOptions(['--port', '0', ...args]).project
  expect(read('--policy', 'none').passwordPolicy).toBeNull()
  expect(read('--policy', '{"minPasswordLength":12,"containsNumericCharacter":true}').passwordPolicy).toEqual({
    minPasswordLength: 12,
    containsNumericCharacter: true,
  })
  expect(read('--privacy', 'off', '--sign-up', 'office')).toMatchObject({ emailPrivacy: false, signUp: 'office' })
  expect(read('--google', 'client-1').providers).toMatchObject([{ id: 'google.com', audience: 'client-1' }])
  for (const wrong of [['--policy', 'weak'], ['--policy', '{"min":3}'], ['--privacy', 'maybe'], ['--what']])
    expect(() => read(...wrong)).toThrow(ServeMisused)
  expect(() => readServeOptions([])).toThrow('Say where: --port N')
})
