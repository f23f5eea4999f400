import * as real from '../node_modules/fast-check/lib/fast-check.js'

/**
 * `fast-check`, except that each property is tested again and again, each time with a fresh seed: this finds what a run
 * finds by chance once in fifty. `vitest.config.ts` puts it in the place of `fast-check` where `VOLANTE_TURNS` says how
 * often.
 */
const TURNS = Number(process.env['VOLANTE_TURNS'])
/** Milliseconds after which a property is not tested again. */
const MAX_MS = Number(process.env['VOLANTE_TURNS_SECONDS'] ?? 60) * 1000

export function assert<Ts>(
  property: real.IRawProperty<Ts>,
  parameters: real.Parameters<Ts> = {},
): Promise<void> | void {
  const fresh = { ...parameters }
  delete fresh.seed
  delete fresh.path
  const until = Date.now() + MAX_MS
  const isLast = (turn: number) => turn >= TURNS || Date.now() >= until
  if (property.isAsync())
    return (async () => {
      for (let turn = 1; ; turn++) {
        await real.assert(property, fresh)
        if (isLast(turn)) return
      }
    })()
  for (let turn = 1; ; turn++) {
    void real.assert(property, fresh)
    if (isLast(turn)) return
  }
}

export * from '../node_modules/fast-check/lib/fast-check.js'
export default { ...real, assert }
