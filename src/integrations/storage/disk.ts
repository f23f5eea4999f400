import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { headOf, onDisk } from '#platform/bytes.ts'
import type { Store } from './store.ts'

/** Makes a store of files in one folder of this machine. */
export function diskStore(location: string): Store {
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  const pathOf = (name: string) => join(location, name)
  return {
    name: 'disk',
    pathOf,
    head: async (name, count) => {
      if (!(await disk.exists(name))) return null
      const source = await onDisk(pathOf(name))
      return { size: source.size, head: await headOf(source, count) }
    },
    read: async function* (name) {
      yield* (await onDisk(pathOf(name))).pieces()
    },
    put: async (name, path) => {
      try {
        await mkdir(dirname(pathOf(name)), { recursive: true })
        // A rename happens at once or not at all, so nobody ever sees half a file. The library's own move copies.
        await rename(path, pathOf(name))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    remove: (name) => disk.delete(name),
  }
}
