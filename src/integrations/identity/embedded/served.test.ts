import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { difference, DIVERGENCES, replay, shapeOf } from '#test/identity-transcript.ts'
import { PASSWORD } from '#test/identity.ts'
import { takeFolder } from './serve-folder.ts'
import { serveIdentity } from './serve.ts'
import { readServeOptions, ServeMisused } from './serve-options.ts'

/* Tests the service as `identity:serve` starts it: the options of its command line, and the transcript through them. */

let now = Temporal.Instant.from('2026-11-21T01:52:00Z')
const serve = (...args: string[]) => {
  const { port, projectId, project } = readServeOptions(['--port', '0', '--project', 'demo-x', ...args])
  return serveIdentity({ port, projectId, project, now: () => now })
}

/** Differences from the emulator beyond `divergences.json`, by request, each with its reason. */
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

test('what is kept is cleared and read by who says to be the office, and told to pages of this machine alone', async () => {
  const service = await serveIdentity({ port: 0, projectId: 'demo-x', isKept: true })
  const hook = `${service.url}/emulator/v1/projects/demo-x/oobCodes`
  const ask = (headers: Record<string, string>, method = 'GET') => fetch(hook, { method, headers })
  const owner = { authorization: 'Bearer owner' }
  expect((await ask({})).status).toBe(401)
  expect((await ask({ authorization: 'Bearer somebody' })).status).toBe(401)
  expect((await fetch(hook.replace('oobCodes', 'accounts'), { method: 'DELETE' })).status).toBe(401)
  expect((await ask(owner)).status).toBe(200)

  const allowedOrigin = async (origin: string, method?: string) =>
    (await ask({ ...owner, origin }, method)).headers.get('access-control-allow-origin')
  for (const method of ['GET', 'OPTIONS']) {
    expect(await allowedOrigin('https://evil.example', method)).toBeNull()
    expect(await allowedOrigin('http://localhost.evil.example', method)).toBeNull()
    expect(await allowedOrigin('null', method)).toBeNull()
    expect(await allowedOrigin('http://localhost:5173', method)).toBe('http://localhost:5173')
  }
  // A page whose own host name was pointed here: a browser sends that name.
  const { port } = new URL(service.url)
  const led = await new Promise<number | undefined>((resolve, reject) =>
    get({ port, path: '/', headers: { host: `evil.example:${port}`, ...owner } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).on('error', reject),
  )
  expect(led).toBe(421)
  await service.close()
})

test('a folder with anything in it is taken only when it was made by this service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'volante-serve-'))
  const [fresh, installation] = [join(folder, 'fresh'), join(folder, 'installation')]
  expect(takeFolder(fresh)).toBe(true)
  mkdirSync(join(fresh, 'db'))
  expect(takeFolder(fresh)).toBe(true)
  mkdirSync(join(installation, 'db'), { recursive: true })
  expect(takeFolder(installation)).toBe(false)
  expect(readdirSync(installation)).toEqual(['db'])
  rmSync(folder, { recursive: true })
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
