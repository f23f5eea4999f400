import { rmSync, writeFileSync } from 'node:fs'
import { dataPath, env } from './env.server.ts'
import { folderIdentity } from './folder.ts'
import { isAlive, readIfThere } from './process.ts'

export type Running = { pid: number; port: number; url: string }

/** The site that runs on this data directory, or `null`. A file left by a killed one counts for nothing. */
export function findRunning(): Running | null {
  const running = announced()
  return running && running.pid !== process.pid && isAlive(running.pid) ? running : null
}

/** Where links in messages lead, without a slash at the end: `PUBLIC_URL`, else the site of this data directory. */
export function siteAddress(): string {
  const { PUBLIC_URL, PORT } = env()
  return PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${announced()?.port ?? PORT}`
}

function announced(): Running | null {
  const text = readIfThere(dataPath('server.json'))
  if (!text) return null
  try {
    const running: unknown = JSON.parse(text)
    return isRunning(running) && isHere(running) ? running : null
  } catch {
    return null
  }
}

function isRunning(value: unknown): value is Running {
  return typeof value === 'object' && value !== null && 'pid' in value && 'port' in value && 'url' in value
}

/** A copied folder tells of the site of the original, which is another one. */
function isHere(running: object): boolean {
  return !('folder' in running) || running.folder === folderIdentity(dataPath())
}

/** Says that this process runs the site; answers how to take it back. Of several on one data directory the last one has said it. */
export function announceRunning(running: Omit<Running, 'pid'>): () => void {
  const path = dataPath('server.json')
  writeFileSync(path, JSON.stringify({ pid: process.pid, folder: folderIdentity(dataPath()), ...running }), {
    mode: 0o600,
  })
  return () => {
    if (announced()?.pid === process.pid) rmSync(path, { force: true })
  }
}
