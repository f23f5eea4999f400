import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds of one tick of `/proc` (Linux, every machine we know). */
const TICK = 10

/**
 * Processor time in milliseconds that the site, and the database of a data directory, have taken so far (on Linux
 * only); of the site alone where no directory is given.
 */
export function processorTime(site: number, folder: string | null): number {
  const postmaster = folder && Number(readFileSync(join(folder, 'db', 'postmaster.pid'), 'utf8').split('\n')[0])
  return (stat(String(site))?.ticks ?? 0) * TICK + (postmaster ? familyTime(postmaster) : 0)
}

/**
 * Processor time so far, in milliseconds, of a process and its children: of PostgreSQL with the processes that serve
 * its connections.
 */
export function familyTime(parent: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && stat(name)?.parent === parent)
  return [String(parent), ...children].reduce((total, pid) => total + (stat(pid)?.ticks ?? 0), 0) * TICK
}

/** Waits until site and database do next to nothing, two minutes at most. */
export async function waitUntilIdle(processor: () => number): Promise<void> {
  for (let second = 0; second < 120; second++) if ((await perOpening(processor, 1, () => pause(1_000))) < 60) return
}

/** Processor time in milliseconds of one opening, measured over `count` of them one after the other. */
export async function perOpening(
  processor: () => number,
  count: number,
  open: () => Promise<unknown>,
): Promise<number> {
  const before = processor()
  for (let opening = 0; opening < count; opening++) await open()
  return (processor() - before) / count
}

/** Processor time that passes by itself in a millisecond by the clock, while nobody opens anything. */
export async function idleProcessorTime(processor: () => number): Promise<number> {
  return (await perOpening(processor, 1, () => pause(2_000))) / 2_000
}

/**
 * The parent of a process, and its ticks with those of its children that have ended; `null` for a process that is gone.
 */
function stat(pid: string): { parent: number; ticks: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
    return { parent: fields[1]!, ticks: fields[11]! + fields[12]! + fields[13]! + fields[14]! }
  } catch {
    return null
  }
}
