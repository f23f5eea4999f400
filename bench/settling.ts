import { type Figure, inOwnFolder, runScript } from './measure.ts'

type Seconds = { settling: number; posting: number; plain: number; exporting: number; paying: number }

/** A week of 500 and of 10,000 drivers, each in a fresh database; the time per driver must stay what it is. */
export async function benchSettling(rounds: number, [small, large] = [500, 10_000] as const): Promise<Figure[]> {
  const smaller: Seconds[] = []
  const larger: Seconds[] = []
  for (let round = 0; round < rounds; round++) {
    smaller.push(await once(small))
    larger.push(await once(large))
  }
  const perThousand = (runs: readonly Seconds[], step: keyof Seconds, drivers: number) =>
    runs.map((run) => (run[step] * 1000) / drivers)
  const linear = (what: string, step: keyof Seconds): Figure => ({
    bench: 'settling',
    what: `${what}: ${large.toLocaleString('en')} drivers against ${small}`,
    unit: 'ms/driver',
    product: perThousand(larger, step, large),
    limit: perThousand(smaller, step, small),
    target: { atMost: 1.5 },
  })
  const within = (what: string, runs: readonly Seconds[], atMost: number): Figure => ({
    bench: 'settling',
    what,
    unit: 's',
    product: runs.map(({ posting }) => posting),
    limit: null,
    target: { atMost },
  })
  return [
    within(`approving and posting a week of ${small} drivers`, smaller, 5),
    within(`approving and posting a week of ${large.toLocaleString('en')} drivers`, larger, 60),
    linear('working out', 'settling'),
    linear('approving and posting', 'posting'),
    {
      bench: 'settling',
      what: `approving and posting a week of ${large.toLocaleString('en')} drivers, against plain inserts of the same rows`,
      unit: 's',
      product: larger.map(({ posting }) => posting),
      limit: larger.map(({ plain }) => plain),
      target: null,
    },
    linear('bank file', 'exporting'),
    linear('confirming and posting payments', 'paying'),
  ]
}

async function once(drivers: number): Promise<Seconds> {
  return inOwnFolder(async (folder) =>
    JSON.parse((await runScript('bench/settle-once.ts', [String(drivers)], folder)).output),
  )
}
