import { rmSync, writeFileSync } from 'node:fs'
import { dataPath } from './env.server.ts'
import { isAlive, readIfThere } from './process.ts'

export type Running = { pid: number; port: number; url: string }

/** The site that runs on this data directory, or `null`. A file left by a killed one counts for nothing. */
export function findRunning(): Running | null {
  const text = readIfThere(dataPath('server.json'))
  if (!text) return null
  try {
    const running: unknown = JSON.parse(text)
    return isRunning(running) && running.pid !== process.pid && isAlive(running.pid) ? running : null
  } catch {
    return null
  }
}

function isRunning(value: unknown): value is Running {
  return typeof value === 'object' && value !== null && 'pid' in value && 'port' in value && 'url' in value
}

/** Says that this process runs the site; answers how to take it back. */
export function announceRunning(running: Omit<Running, 'pid'>): () => void {
  const path = dataPath('server.json')
  writeFileSync(path, JSON.stringify({ pid: process.pid, ...running }), { mode: 0o600 })
  return () => rmSync(path, { force: true })
}
