import { collect, setConnection } from '#features/connections/commands.server.ts'
import { connectionInput } from '#features/connections/schema.ts'
import { MONDAY_TIME } from '#domain/monday.ts'
import { lookAtWeek, saveMondayTime } from '#features/weeks/mondays/commands.server.ts'
import { makeChange } from './change.server.ts'
import { DEMO_BOLT } from './services/bolt-demo.ts'
import { startLocalServices } from './services/local.server.ts'

/** Bolt is connected, to the small service that stands for it, and its last weeks have come. */
export async function connectPlatforms(now: Temporal.Instant): Promise<void> {
  const end = await startLocalServices()
  try {
    const input = connectionInput.parse({
      intent: 'save',
      clientId: DEMO_BOLT.id,
      clientSecret: DEMO_BOLT.secret,
      everyHours: '3',
    })
    await makeChange('connection.save', now, (change) => setConnection(change, 'bolt', input))
    const { trouble, said } = await collect('bolt', { now, by: null })
    if (trouble !== null) throw new Error(`The demonstration's own service was not understood: ${trouble} ${said}`)
  } finally {
    await end()
  }
}

/** Weeks make themselves ready on Mondays, and the one that has just ended was looked at: its files lie ready to be dropped. */
export async function prepareMondays(now: Temporal.Instant): Promise<void> {
  await makeChange('monday.save', now, (change) => saveMondayTime(change, { isOn: true, ...MONDAY_TIME }))
  const end = await startLocalServices()
  try {
    await lookAtWeek({ now, by: null, askedAt: now })
  } finally {
    await end()
  }
}
