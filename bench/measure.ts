import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#platform/root.ts'

/** One line of the table: the figure of the product, the figure of the limit in the same run, and the target. */
export type Figure = {
  bench: string
  what: string
  unit: string
  /** Every round, in order. */
  product: readonly number[]
  limit: readonly number[] | null
  /** The target for the medians: product over limit, or the figure itself where there is no limit. */
  target: { atLeast: number } | { atMost: number } | null
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value that the target is about. */
export function valueOf({ product, limit }: Figure): number {
  return limit ? median(product) / median(limit) : median(product)
}

export function isMet(figure: Figure): boolean | null {
  if (!figure.target) return null
  const value = valueOf(figure)
  return 'atLeast' in figure.target ? value >= figure.target.atLeast : value <= figure.target.atMost
}

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** A data directory of its own for the time of `work`, removed afterwards. */
export async function inOwnFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'volante-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export type ScriptRun = {
  output: string
  seconds: number
  /** Most memory it held, MB; 0 where the system does not tell. */ peak: number
}

/** Runs a script of the project on this Node, on a data directory, and watches how much memory it takes. */
export async function runScript(
  script: string,
  args: readonly string[],
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ScriptRun> {
  const start = performance.now()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VOLANTE_MODE: 'production',
      VOLANTE_DATA: folder,
      LOG_LEVEL: 'warn',
      ...settings,
    },
  })
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, highWater(child.pid!))), 50)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise((done) => child.on('close', done))
  clearInterval(watch)
  if (code !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${String(code)}`)
  return { output: Buffer.concat(chunks).toString(), seconds: (performance.now() - start) / 1000, peak }
}

function highWater(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
