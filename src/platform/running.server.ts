import { rmSync, writeFileSync } from 'node:fs'
import { dataPath, env } from './env.server.ts'
import { folderIdentity } from './folder.ts'
import { isAlive, readIfExists } from './process.ts'

export type Running = { pid: number; port: number; url: string }

/** Finds the site that runs on this data directory, or `null`. A file left by a killed site does not count. */
export function findRunning(): Running | null {
  const running = announced()
  return running && running.pid !== process.pid && isAlive(running.pid) ? running : null
}

/** Address for links in messages, without a slash at the end: `PUBLIC_URL`, else the site of this data directory. */
export function siteAddress(): string {
  const { PUBLIC_URL, PORT } = env()
  return PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${announced()?.port ?? PORT}`
}

function announced(): Running | null {
  const text = readIfExists(dataPath('server.json'))
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

/** Whether a note is about this very folder: in a copied one it is about the original's site. */
function isHere(running: object): boolean {
  return !('folder' in running) || running.folder === folderIdentity(dataPath())
}

/**
 * Notes that this process runs the site; answers the function that takes the note back. If several run on one data
 * directory, the last one's note counts.
 */
export function announceRunning(running: Omit<Running, 'pid'>): () => void {
  const path = dataPath('server.json')
  writeFileSync(path, JSON.stringify({ pid: process.pid, folder: folderIdentity(dataPath()), ...running }), {
    mode: 0o600,
  })
  return () => {
    if (announced()?.pid === process.pid) rmSync(path, { force: true })
  }
}
