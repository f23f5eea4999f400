import type { Translator } from '#messages/catalogue.ts'
import { formatRatio } from '#messages/numbers.ts'
import { dataPath, env } from '#platform/env.server.ts'
import { unsetProxy } from '#platform/proxy.server.ts'
import { gigabytes, isFull, isLow, spaceOf } from '#platform/space.ts'

/** A doubt about the machine or its settings, with a sentence that says what to do. */
export type Doubt = { check: 'proxy' | 'space'; sentence: string }

export async function examineMachine(t: Translator): Promise<Doubt[]> {
  const proxy = unsetProxy()
  const space = await spaceOf(dataPath())
  return [
    ...(proxy === null ? [] : [{ check: 'proxy' as const, sentence: t(`cli.machine.proxy.${proxy}`) }]),
    ...(isLow(space)
      ? [{ check: 'space' as const, sentence: t('cli.machine.space', { left: freeSpaceWords(space, t) }) }]
      : []),
  ]
}

/** Whether the disk has room for `bytes`. A database on another machine has a disk of its own, and reports itself when that is full. */
export async function hasRoom(bytes = 0): Promise<boolean> {
  if (env().DATABASE_URL !== undefined) return true
  const { free } = await spaceOf(dataPath())
  return !isFull({ free: free - bytes })
}

function freeSpaceWords({ free }: { free: number }, t: Translator): string {
  return formatRatio(gigabytes(free), t.language)
}
