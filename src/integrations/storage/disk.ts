import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { headOf, onDisk } from '#platform/bytes.ts'
import type { Store } from './store.ts'

/** Objects as files of one folder of this machine. */
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
        // Done at once or not at all: nobody ever meets half a file. The library's own move copies.
        await rename(path, pathOf(name))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    remove: (name) => disk.delete(name),
  }
}
