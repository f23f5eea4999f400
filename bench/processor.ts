import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds of one tick of `/proc` (Linux, every machine we know). */
const TICK = 10

/** Processor time in milliseconds that the site and the database of a data directory have taken so far (Linux alone). */
export function processorTime(site: number, folder: string): number {
  const postmaster = Number(readFileSync(join(folder, 'db', 'postmaster.pid'), 'utf8').split('\n')[0])
  const backends = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && stat(name)?.parent === postmaster)
  const ticks = [String(site), String(postmaster), ...backends].map((pid) => stat(pid)?.ticks ?? 0)
  return ticks.reduce((total, one) => total + one, 0) * TICK
}

/** Of a process: whose child it is, and its ticks with those of children that have ended; nothing of one that is gone. */
function stat(pid: string): { parent: number; ticks: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
    return { parent: fields[1]!, ticks: fields[11]! + fields[12]! + fields[13]! + fields[14]! }
  } catch {
    return null
  }
}
