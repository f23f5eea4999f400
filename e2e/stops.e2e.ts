import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyOf } from './prepared.ts'

/** However and whenever a site is asked to end: no process of it goes on, and the next one starts. */
const ROUNDS = Number(process.env['VOLANTE_STOPS'] ?? 0)
let data = ''
const groups: number[] = []
beforeAll(() => {
  data = copyOf('publicFleet')
})
afterAll(() => {
  // Only a failed test leaves processes.
  if (atWork().length > 0) for (const group of groups) endGroup(group)
  rmSync(data, { recursive: true, force: true, maxRetries: 10 })
})

type StopRequest = (site: ChildProcess) => Promise<unknown>
const toAll = (site: ChildProcess, signal: NodeJS.Signals) => process.kill(-site.pid!, signal)

/** Started by the program itself or by npm, and ended each time as a terminal or a supervisor does. */
const WAYS: Record<string, { command?: readonly string[]; duringStart?: true; asks: StopRequest }> = {
  'a supervisor ends the launcher alone': { asks: async (site) => site.kill('SIGTERM') },
  'a supervisor ends npm alone': { command: ['npm', 'start'], asks: async (site) => site.kill('SIGTERM') },
  'Ctrl-C reaches all, twice': {
    asks: async (site) => {
      toAll(site, 'SIGINT')
      await pause(100)
      toAll(site, 'SIGINT')
    },
  },
  'the terminal is closed': {
    asks: async (site) => {
      site.stdout!.destroy()
      site.stderr!.destroy()
      toAll(site, 'SIGHUP')
    },
  },
  'at any moment of its start': { duringStart: true, asks: async (site) => site.kill('SIGTERM') },
  'while a command works beside it': {
    asks: async (site) => {
      const command = program(['scripts/volante.cjs', 'keys', '--data', data])
      await pause(Math.random() * 1_000)
      site.kill('SIGTERM')
      await ended(command)
    },
  },
}

function program(words: readonly string[]): ChildProcess {
  const [first, ...rest] = words[0] === 'npm' ? words : ['node', ...words]
  const child = spawn(first!, rest, {
    detached: true,
    env: { ...process.env, NODE_ENV: '', VOLANTE_MODE: '', DATABASE_URL: '', PORT: '0', VOLANTE_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  groups.push(child.pid!)
  return child
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // The process had ended by itself.
  }
}

const ended = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once('exit', resolve))
    : Promise.resolve()

function listens(site: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const read = (words: Buffer) => {
      said += String(words)
      if (/http:\/\/localhost:\d+/.test(said)) resolve()
    }
    site.stdout!.on('data', read)
    site.stderr!.on('data', read)
    site.once('exit', () => reject(new Error(`The site did not start: ${said}`)))
  })
}

/** The processes that were started on this folder, and its database. */
function atWork(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    const [given, words] = [procText(pid, 'environ'), procText(pid, 'cmdline')]
    return given.includes(`VOLANTE_DATA=${data}\0`) || words.includes(join(data, 'db')) ? [words] : []
  })
}

/** The text of a process in `/proc`; empty for one that ended meanwhile or belongs to somebody else. */
function procText(pid: string, what: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(join('/proc', pid, what), 'utf8')
  } catch {
    return ''
  }
}

const rounds = Array.from({ length: ROUNDS }, (_, round) => Object.keys(WAYS)[round % Object.keys(WAYS).length]!)

test(`${ROUNDS} times a site is ended, and nothing of it goes on`, async () => {
  for (const [round, way] of rounds.entries()) {
    const { command = ['scripts/run.cjs', 'start'], duringStart, asks } = WAYS[way]!
    const site = program(command)
    if (duringStart) await pause(Math.random() * 3_000)
    else await listens(site)
    await asks(site)
    await vi.waitFor(() => expect(atWork(), `round ${round}: ${way}`).toEqual([]), { timeout: 60_000, interval: 50 })
    expect(existsSync(join(data, 'db', 'postmaster.pid')), `round ${round}: ${way}`).toBe(false)
  }
})
