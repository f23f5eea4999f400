import type { Translator } from '#messages/catalogue.ts'
import { formatRatio } from '#messages/numbers.ts'
import { dataPath } from '#platform/env.server.ts'
import { untoldProxy } from '#platform/proxy.server.ts'
import { gigabytes, isLow, spaceOf } from '#platform/space.ts'

/** What is doubtful about the machine and its settings, each with a sentence that says what to do. */
export type Doubt = { check: 'proxy' | 'space'; sentence: string }

export async function examineMachine(t: Translator): Promise<Doubt[]> {
  const proxy = untoldProxy()
  const space = await spaceOf(dataPath())
  return [
    ...(proxy === null ? [] : [{ check: 'proxy' as const, sentence: t(`cli.machine.proxy.${proxy}`) }]),
    ...(isLow(space) ? [{ check: 'space' as const, sentence: t('cli.machine.space', { left: left(space, t) }) }] : []),
  ]
}

function left({ free }: { free: number }, t: Translator): string {
  return formatRatio(gigabytes(free), t.language)
}
