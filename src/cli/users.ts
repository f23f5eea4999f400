import { setSecondFactorRule, withdrawFactorsOf } from '#features/accounts/commands.server.ts'
import { createAdminLink, createResetLink } from '#features/accounts/invitations/commands.server.ts'
import { endRule } from '#features/oversight/second-person/commands.server.ts'
import { env } from '#platform/env.server.ts'
import { findRunning } from '#platform/running.server.ts'
import { type Answer, type Call, needed, UsageError } from './command.ts'
import { makeChange } from './work.ts'

export async function createAdmin({ t }: Call): Promise<Answer> {
  const link = siteUrl() + (await createAdminLink(Temporal.Now.instant()))
  return { json: { link }, text: t('cli.usersCreated', { link }) }
}

export async function resetPassword({ args, t }: Call): Promise<Answer> {
  const link = siteUrl() + (await createResetLink(needed(args[0], t), Temporal.Now.instant()))
  return { json: { link }, text: t('cli.usersResetLink', { link }) }
}

export async function withdrawFactor({ args, t }: Call): Promise<Answer> {
  const email = needed(args[0], t)
  await withdrawFactorsOf(email, Temporal.Now.instant())
  return { json: { email }, text: t('cli.usersFactorWithdrawn', { email }) }
}

/** Ends the rule of two people, for when only one of the two is left: whoever may use the machine may end it. */
export async function endTwoPeople({ t }: Call): Promise<Answer> {
  await makeChange('two-people.end', endRule)
  return { json: { twoPeople: false }, text: t('cli.usersOnePersonDone') }
}

export async function setSecondFactor({ args, t }: Call): Promise<Answer> {
  const rule = needed(args[0], t)
  if (rule !== 'needed' && rule !== 'offered') throw new UsageError(t('cli.usersSecondFactor'))
  await makeChange('account.set-rules', (change) => setSecondFactorRule(change, rule === 'needed'))
  return { json: { secondFactor: rule }, text: t(`cli.usersRule.${rule}`) }
}

/** Answers the address of the site: as it is set, else where it runs on this data directory. */
function siteUrl(): string {
  return env().PUBLIC_URL ?? findRunning()?.url ?? `http://localhost:${env().PORT}`
}
