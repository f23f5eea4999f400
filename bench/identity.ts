import { type Figure, inOwnFolder, median, runScript } from './measure.ts'

const PAIRS = 500
/** How far the medians may be apart, as a share, either way. */
const TOLERANCE = 0.05

type ResponseTimes = Record<string, { known: number[]; unknown: number[] }>

/**
 * Whether response time reveals that an e-mail has an account: sign-ins and resets with a known and an unknown one, in
 * turns.
 */
export async function benchIdentity(): Promise<Figure[]> {
  const taken: ResponseTimes = await inOwnFolder(async (folder) =>
    JSON.parse((await runScript('bench/identity-once.ts', [String(PAIRS)], folder)).output),
  )
  return Object.entries(taken).flatMap(([what, { known, unknown }]) => [
    figure(`${what}: known against unknown e-mail, medians of ${PAIRS}`, [median(known)], [median(unknown)]),
    figure(`${what}: unknown against known e-mail, medians of ${PAIRS}`, [median(unknown)], [median(known)]),
  ])
}

function figure(what: string, product: number[], limit: number[]): Figure {
  return { bench: 'identity', what, unit: 'ms', product, limit, target: { atMost: 1 + TOLERANCE } }
}
