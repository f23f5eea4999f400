import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, inOwnFolder, runScript } from './measure.ts'
import { tokenOf } from './positions-token.ts'
import { ended, serveSite, token } from './site.ts'

const CARS = 500
/**
 * Points a second, seconds of sending, seconds before it in which only the home is asked for, and milliseconds between
 * two batches.
 */
const POINTS = 2_000
const LASTS = 180
const ALONE = 30
const TICK = 10
/** Milliseconds between two openings of the home. */
const OPENS = 50

/**
 * Two thousand points a second, each by a request of its own, for three minutes: how many are taken and kept, and how
 * long the home takes meanwhile against the time it takes when nobody sends.
 */
export async function benchSteady(rounds: number): Promise<Figure[]> {
  const [rates, lates, alone, meanwhile]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let round = 0; round < rounds; round++)
    await inOwnFolder(async (folder) => {
      const secret = token()
      await runScript('bench/positions-world.ts', [String(CARS), secret], folder)
      const { site, origin } = await serveSite(folder)
      const agent = new Agent({ keepAlive: true, maxSockets: 64 })
      try {
        const begins = Date.now() - 7_200_000
        const point = (at: number) =>
          taken(
            agent,
            `${origin}/api/positions?id=${tokenOf(secret, at % CARS)}&timestamp=${begins + at}&lat=38.7${at % 100_000}&lon=-9.14&speed=20&accuracy=8`,
          )
        await home(origin, 5)
        alone.push(nearlyLongest(await home(origin, ALONE)))
        const sending = sendSteadily(point)
        meanwhile.push(nearlyLongest(await home(origin, LASTS)))
        const { answered, late } = await sending
        rates.push(answered / LASTS)
        lates.push(late)
        const { points } = JSON.parse((await runScript('bench/positions-kept.ts', [], folder)).output)
        if (points < answered) throw new Error(`${answered} points were answered, ${points} kept`)
      } finally {
        agent.destroy()
        await ended(site)
      }
    })
  const figure = { bench: 'steady', limit: null, target: null }
  return [
    { ...figure, what: `points taken for ${LASTS} s`, unit: '/s', product: rates, target: { atLeast: POINTS * 0.99 } },
    { ...figure, what: 'the last of them came late by', unit: 'ms', product: lates },
    { ...figure, what: 'home meanwhile, p99', unit: 'ms', product: meanwhile },
    { ...figure, what: 'home alone, p99', unit: 'ms', product: alone },
  ]
}

/**
 * Sends at its pace, whether the site keeps up or not; `late` is how many milliseconds after the end the last point was
 * answered.
 */
async function sendSteadily(point: (at: number) => Promise<void>): Promise<{ answered: number; late: number }> {
  const start = performance.now()
  const under = new Set<Promise<void>>()
  let [sent, answered] = [0, 0]
  let failed: unknown = null
  while (performance.now() - start < LASTS * 1_000) {
    const due = Math.min(POINTS * LASTS, ((performance.now() - start) * POINTS) / 1_000)
    for (; sent < due; sent++) {
      const one: Promise<void> = point(sent)
        .then(() => void answered++)
        .catch((error: unknown) => void (failed ??= error))
        .finally(() => under.delete(one))
      under.add(one)
    }
    await pause(TICK)
  }
  await Promise.all(under)
  if (failed !== null) throw failed
  return { answered, late: performance.now() - start - LASTS * 1_000 }
}

async function home(origin: string, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const waits: number[] = []
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; await pause(OPENS)) {
    const begun = performance.now()
    await taken(agent, `${origin}/`)
    waits.push(performance.now() - begun)
  }
  agent.destroy()
  return waits
}

const nearlyLongest = (waits: readonly number[]) => waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]!

function taken(agent: Agent, url: string): Promise<void> {
  return new Promise((done, failed) => {
    get(url, { agent }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? done() : failed(new Error(`${url} answers ${answer.statusCode}`)),
      )
      answer.on('error', failed)
    }).on('error', failed)
  })
}
