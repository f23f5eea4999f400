/** Builds an older state of the program in a tree of its own, and starts a site of it on a data folder. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ended } from '../e2e/site.ts'

export const NODE = [process.execPath, '--disable-warning=ExperimentalWarning'] as const

export const settings = (data: string): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'development',
  VOLANTE_MODE: '',
  DATABASE_URL: '',
  BACKUP_TO: '',
  LOG_LEVEL: 'silent',
  VOLANTE_DATA: data,
})

export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold: ${what}`)
  console.log(`  ✓ ${what}`)
}

export function build(tree: string): void {
  const [node, ...flags] = NODE
  const built = spawnSync(node, [...flags, join('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'], {
    cwd: tree,
    env: { ...settings(''), NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`It could not be built.\n${built.stderr}`)
}

/** Sites that run; they end with this process, however it ends. */
const begun = new Set<ChildProcess>()
process.on('exit', () => begun.forEach((child) => child.kill()))

export type Served = { url: string; said: () => string; end: () => Promise<number | null> }

/** Starts a site of a built program; answers once it serves. */
export async function serve(tree: string, data: string, own: Record<string, string> = {}): Promise<Served> {
  const [node, ...flags] = NODE
  const child = spawn(node, [...flags, join('build', 'server', 'index.js')], {
    cwd: tree,
    env: {
      ...settings(data),
      NODE_ENV: 'production',
      VOLANTE_MODE: 'development',
      LOG_LEVEL: 'warn',
      PORT: '0',
      ...own,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  begun.add(child)
  child.once('exit', () => begun.delete(child))
  let said = ''
  child.stdout.on('data', (piece: Buffer) => (said += String(piece)))
  child.stderr.on('data', (piece: Buffer) => (said += String(piece)))
  while (!/https?:\/\/\S+\s/.test(said) && child.exitCode === null) await pause(50)
  if (child.exitCode !== null) throw new Error(`The site of ${tree} did not start.\n${said}`)
  const { port } = JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')) as { port: number }
  return { url: `http://localhost:${port}`, said: () => said, end: () => ended(child) }
}
