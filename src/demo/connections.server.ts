import { MONDAY_TIME } from '#domain/monday.ts'
import { setConnection } from '#features/connections/commands.server.ts'
import { type Provider, connectionInput } from '#features/connections/schema.ts'
import { collectFrom } from '#features/imports/platform-reports/commands.server.ts'
import { lookAtWeek, saveMondayTime } from '#features/weeks/mondays/commands.server.ts'
import { makeChange } from './change.server.ts'
import { DEMO_BOLT } from './services/bolt-demo.ts'
import { DEMO_CARTRACK } from './services/cartrack-demo.ts'
import { startLocalServices } from './services/local.server.ts'
import { DEMO_UBER } from './services/uber-demo.ts'

/** The platforms are connected, to the small services that stand for them: Bolt's last weeks have come, Uber's last files wait,
 * and trackers have read the cars that have one. */
export async function connectPlatforms(now: Temporal.Instant): Promise<void> {
  const end = await startLocalServices()
  try {
    await connect('bolt', DEMO_BOLT, now)
    await connect('uber', DEMO_UBER, now)
    await connect('cartrack', DEMO_CARTRACK, now)
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

async function connect(provider: Provider, { id, secret }: { id: string; secret: string }, now: Temporal.Instant) {
  const input = connectionInput.parse({ intent: 'save', clientId: id, clientSecret: secret, everyHours: '3' })
  await makeChange('connection.save', now, (change) => setConnection(change, provider, input))
  // Nobody waits for reports that are made at the second look.
  const { trouble, said } = await collectFrom(provider, { now, by: null, rest: async () => {} })
  if (trouble !== null) throw new Error(`The demonstration's own service was not understood: ${trouble} ${said}`)
}
