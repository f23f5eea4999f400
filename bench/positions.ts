import { Agent, request } from 'node:http'
import { type Figure, inOwnFolder, runScript, seconds } from './measure.ts'
import { ended, serveSite, token } from './site.ts'
import { tokenOf } from './positions-token.ts'

/** Cars, each with a phone; requests that are under way at once; and fixes in one list. */
const CARS = 500
const AT_ONCE = 32
const SINGLE = 6_000
const LIST = 1_000
const LISTED = 200_000

type RoundFigures = {
  points: number
  copy: number
  one: Cost
  hundred: Cost
  purge: number
  swept: number
  days: number
}
type Cost = { keep: number; read: number }

/**
 * Points a second that the site takes over HTTP, each by itself and in lists, against `COPY` of the same rows in the
 * same run; the time of keeping and reading with one day and with a hundred; and the time of deleting a day.
 */
export async function benchPositions(rounds: number): Promise<Figure[]> {
  const [single, listed, kept]: [number[], number[], RoundFigures[]] = [[], [], []]
  for (let round = 0; round < rounds; round++)
    await inOwnFolder(async (folder) => {
      const secret = token()
      await runScript('bench/positions-world.ts', [String(CARS), secret], folder)
      const { site, origin } = await serveSite(folder)
      const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
      try {
        const now = Date.now()
        const begins = now - 7_200_000
        const send = (query: string, body?: string, bearer?: string) =>
          sent(agent, `${origin}/api/positions${query}`, body, bearer)
        const one = (at: number) =>
          send(
            `?id=${tokenOf(secret, at % CARS)}&timestamp=${begins + at}&lat=38.${700_000 + at}&lon=-9.14&speed=20&accuracy=8`,
          )
        await together(1_000, one)
        single.push(SINGLE / (await seconds(() => together(SINGLE, (at) => one(at + 1_000)))))
        const list = (at: number) => {
          const fixes = Array.from({ length: LIST }, (_, fix) => ({
            at: begins + 60_000 + at * LIST + fix,
            lat: 38.7 + fix / 1e5,
            lon: -9.14,
            speed: 10,
            accuracy: 8,
          }))
          return send('', JSON.stringify({ fixes }), tokenOf(secret, at % CARS))
        }
        listed.push(LISTED / (await seconds(() => together(LISTED / LIST, list))))
        const { output } = await runScript('bench/positions-kept.ts', [], folder)
        const found: RoundFigures = JSON.parse(output)
        if (found.points < SINGLE + LISTED) throw new Error(`${found.points} points were kept`)
        kept.push(found)
      } finally {
        agent.destroy()
        await ended(site)
      }
    })
  const copy = kept.map((found) => found.copy)
  const figure = (what: string, unit: string, product: number[], rest: Partial<Figure> = {}): Figure => ({
    bench: 'positions',
    what,
    unit,
    product,
    limit: null,
    target: null,
    ...rest,
  })
  return [
    figure(`lists of ${LIST} over HTTP, against COPY`, 'points/s', listed, { limit: copy, target: { atLeast: 0.3 } }),
    figure('one a request over HTTP', 'points/s', single, { target: { atLeast: 2_000 } }),
    figure(
      'keeping 500 fixes on 100 days, against one',
      'ms',
      kept.map(({ hundred }) => hundred.keep),
      {
        limit: kept.map((found) => found.one.keep),
        target: { atMost: 1.5 },
      },
    ),
    figure(
      'reading the day of a car on 100 days, against one',
      'ms',
      kept.map(({ hundred }) => hundred.read),
      {
        limit: kept.map((found) => found.one.read),
        target: { atMost: 1.5 },
      },
    ),
    figure(
      'a day of 9,600 points goes',
      'ms',
      kept.map(({ purge }) => purge),
      { target: { atMost: 50 } },
    ),
    figure(
      'ninety days go in one sweep',
      's',
      kept.map(({ swept }) => swept),
      { target: { atMost: 10 } },
    ),
  ]
}

/** Sends `count` requests, a few of them at once. */
async function together(count: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

function sent(agent: Agent, url: string, body?: string, bearer?: string): Promise<void> {
  return new Promise((done, failed) => {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    }
    const asked = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? done() : failed(new Error(`${url} answers ${String(answer.statusCode)}`)),
      )
    })
    asked.on('error', failed)
    asked.end(body)
  })
}
