import { availableParallelism, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { benchGenerated, benchLarge } from './generated.ts'
import { benchGrowth } from './growth.ts'
import { benchIdentity } from './identity.ts'
import { benchHostile } from './hostile.ts'
import { benchImports } from './imports.ts'
import { benchJournals } from './journals.ts'
import { benchSimulated } from './simulated.ts'
import { type Figure, isMet, median, valueOf } from './measure.ts'
import { benchPages } from './pages.ts'
import { benchPhone } from './phone.ts'
import { benchPositions } from './positions.ts'
import { benchPublic } from './public.ts'
import { benchSettling } from './settling.ts'
import { benchSites } from './sites.ts'
import { benchSteady } from './steady.ts'

/**
 * `npm run bench [-- NAME… --rounds 3]`: measures and prints one table. The figures that hold go into
 * `docs/quality.md`, with the day.
 */
const BENCHES: Record<string, (rounds: number) => Promise<Figure[]>> = {
  imports: benchImports,
  hostile: benchHostile,
  settling: benchSettling,
  pages: benchPages,
  public: benchPublic,
  phone: benchPhone,
  growth: benchGrowth,
  generated: benchGenerated,
  large: benchLarge,
  simulated: benchSimulated,
  identity: benchIdentity,
  journals: benchJournals,
  positions: benchPositions,
  sites: benchSites,
  steady: benchSteady,
}

const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' } },
})
const rounds = Number(values.rounds)
const load = loadavg()[0]!
const unknown = asked.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`There is ${Object.keys(BENCHES).join(', ')}; not ${unknown.join(', ')}.`)
  process.exit(2)
}

const figures: Figure[] = []
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) figures.push(...(await BENCHES[name]!(rounds)))

const lines = figures.map((figure) => {
  const wanted =
    figure.target && ('atLeast' in figure.target ? `≥ ${figure.target.atLeast}` : `≤ ${figure.target.atMost}`)
  return {
    bench: figure.bench,
    what: figure.what,
    unit: figure.unit,
    product: short(median(figure.product)),
    limit: figure.limit ? short(median(figure.limit)) : '',
    ratio: figure.limit ? short(valueOf(figure)) : '',
    wanted: wanted ?? '',
    met: { true: 'yes', false: 'NO', null: '' }[String(isMet(figure))] ?? '',
  }
})
console.table(lines)

// Other work on the same machine spoils figures: print the load before the first measurement with them.
console.log(
  `load ${load.toFixed(1)} · ${availableParallelism()} cores · ${Math.round(totalmem() / 2 ** 30)} GiB · Node ${process.version} · ${process.platform}-${process.arch}`,
)

function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
