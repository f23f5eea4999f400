import type { Translator } from '#messages/catalogue.ts'
import { untoldProxy } from '#platform/proxy.server.ts'

/** What is doubtful about the machine and its settings, each with a sentence that says what to do. */
export type Doubt = { check: 'proxy'; sentence: string }

export function examineMachine(t: Translator): Doubt[] {
  const proxy = untoldProxy()
  return proxy === null ? [] : [{ check: 'proxy', sentence: t(`cli.machine.proxy.${proxy}`) }]
}
