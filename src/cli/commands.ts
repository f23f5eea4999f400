import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openDatabase } from '#db/client.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { readDay, readWeek, weekName } from '#domain/week.ts'
import { type Anchor, type ChainReport, keptAnchors, verifyChain } from '#features/audit/audit-chain/queries.server.ts'
import { createAdminLink, createResetLink } from '#features/accounts/invitations/commands.server.ts'
import { setSecondFactorRule, withdrawFactorsOf } from '#features/accounts/commands.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import type { Finding } from '#features/system/invariants/schema.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { walkWeekPayslips } from '#features/statements/payslips/queries.server.ts'
import { listSources } from '#features/settlements/frozen-settlements/queries.server.ts'
import { endRule } from '#features/oversight/second-person/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatAmount, formatMoney } from '#messages/numbers.ts'
import { env } from '#platform/env.server.ts'
import { checkIdentity } from '#integrations/identity/self-check.ts'
import { findRunning } from '#platform/running.server.ts'
import { ACCOUNT_FILE_COMMANDS } from './account-files.ts'
import { BANK_COMMANDS } from './bank.ts'
import { CONTRACT_COMMANDS } from './contracts.ts'
import { BACKUP_COMMANDS, examineBackups } from './backups.ts'
import { type Answer, type Call, type Command, needed, UsageError } from './command.ts'
import { KEY_COMMANDS } from './keys.ts'
import { MAY_DRIVE_COMMAND } from './may-drive.ts'
import { SETTINGS_COMMAND } from './settings.ts'
import { approve, importFiles, loadFleetFile } from './week-work.ts'
import { change, watched } from './work.ts'
import { examineInstallation } from './installation.ts'
import { examineMachine, hasRoom } from './machine.ts'
import { identityWords } from './identity-words.ts'
import { statementJson } from './json.ts'

export const COMMANDS: readonly Command[] = [
  {
    name: 'fleet load',
    usage: 'fleet load ROSTER.json [--terms plain] [--merge] [--json]',
    summary: 'cli.fleetLoad',
    options: { terms: { type: 'string' }, merge: { type: 'boolean' } },
    run: loadFleetFile,
  },
  {
    name: 'import',
    usage:
      'import FILE|FOLDER… [--week 2026-W23] [--accept-other-company] [--accept-long-ago] [--accept-not-begun] [--accept-same-figures] [--count-again] [--json]',
    summary: 'cli.import',
    options: {
      week: { type: 'string' },
      'accept-other-company': { type: 'boolean' },
      'accept-long-ago': { type: 'boolean' },
      'accept-not-begun': { type: 'boolean' },
      'accept-same-figures': { type: 'boolean' },
      'count-again': { type: 'boolean' },
    },
    run: importFiles,
  },
  {
    name: 'statements',
    usage: 'statements 2026-W23 [--json]',
    summary: 'cli.statements',
    options: {},
    run: showStatements,
  },
  {
    name: 'approve',
    usage: 'approve 2026-W23 [--leave-unmatched] [--json]',
    summary: 'cli.approve',
    options: { 'leave-unmatched': { type: 'boolean' } },
    run: approve,
  },
  {
    name: 'sepa',
    usage: 'sepa 2026-W23 --out FILE [--date 2026-06-11] [--json]',
    summary: 'cli.sepa',
    options: { out: { type: 'string' }, date: { type: 'string' } },
    run: writeBankFile,
  },
  {
    name: 'payslips',
    usage: 'payslips 2026-W23 --out DIR [--json]',
    summary: 'cli.payslips',
    options: { out: { type: 'string' } },
    run: writePayslips,
  },
  {
    name: 'users create-admin',
    usage: 'users create-admin [--json]',
    summary: 'cli.usersCreateAdmin',
    options: {},
    run: createAdmin,
  },
  {
    name: 'users reset',
    usage: 'users reset EMAIL [--json]',
    summary: 'cli.usersReset',
    options: {},
    run: resetPassword,
  },
  {
    name: 'users withdraw-factor',
    usage: 'users withdraw-factor EMAIL [--json]',
    summary: 'cli.usersWithdrawFactor',
    options: {},
    run: withdrawFactor,
  },
  {
    name: 'users second-factor',
    usage: 'users second-factor needed|offered [--json]',
    summary: 'cli.usersSecondFactor',
    options: {},
    run: setSecondFactor,
  },
  {
    name: 'users one-person',
    usage: 'users one-person [--json]',
    summary: 'cli.usersOnePerson',
    options: {},
    run: endTwoPeople,
  },
  MAY_DRIVE_COMMAND,
  ...BANK_COMMANDS,
  ...CONTRACT_COMMANDS,
  ...ACCOUNT_FILE_COMMANDS,
  ...BACKUP_COMMANDS,
  {
    name: 'audit verify',
    usage: 'audit verify [--anchor 1234:HASH] [--json]',
    summary: 'cli.auditVerify',
    options: { anchor: { type: 'string' } },
    run: verifyAudit,
  },
  ...KEY_COMMANDS,
  SETTINGS_COMMAND,
  { name: 'doctor', usage: 'doctor [--json]', summary: 'cli.doctor', options: {}, run: examine },
  { name: 'migrate', usage: 'migrate', summary: 'cli.migrate', options: {}, run: migrateOnly },
]

async function showStatements({ args, t }: Call): Promise<Answer> {
  const week = readWeek(needed(args[0], t))
  const view = await getWeek(week)
  const drivers = await Promise.all(
    view.statements.map(async (one) =>
      statementJson(one, one.settlement ? await listSources(one.settlement) : new Map(), t),
    ),
  )
  const { sourcesIn, settled, unmatched, company } = view.checks
  const text = drivers
    .map(({ ref, name, net, payable }) =>
      [ref, name, formatAmount(net, t.language), formatAmount(payable, t.language)].join('\t'),
    )
    .join('\n')
  return { json: { week: args[0], drivers, checks: { sources_in: sourcesIn, settled, unmatched, company } }, text }
}

async function writeBankFile({ args, options, t, fromCaller }: Call): Promise<Answer> {
  const week = readWeek(needed(args[0], t))
  const out = needed(options['out'], t)
  const day = chosenDay(options['date'])
  const file = await change('batch.export', (deed) => exportBatch(deed, week, day ? { executionOn: day } : {}))
  const path = fromCaller(out)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, file.bytes)
  return {
    json: {
      transactions: file.transactions,
      control_sum: file.controlSum,
      execution_on: file.executionOn,
      blocked: file.blocked.map(({ ref, reason }) => ({ ref, reason })),
      file: out,
    },
    text: [
      t('cli.sepaWritten', { count: file.transactions, sum: formatMoney(file.controlSum, t.language), path: out }),
      ...file.blocked.map(({ ref, name, reason }) =>
        t('cli.sepaBlocked', { ref, name, reason: t(`cli.blocked.${reason}`) }),
      ),
    ].join('\n'),
  }
}

/** The day a person asks the bank to pay; what cannot be read is refused, never left out. */
function chosenDay(typed: unknown): Temporal.PlainDate | null {
  if (typeof typed !== 'string') return null
  const day = readDay(typed)
  if (day === null) throw new Refusal('payment.day-unread', { typed })
  return day
}

async function writePayslips({ args, options, t, fromCaller }: Call): Promise<Answer> {
  const week = readWeek(needed(args[0], t))
  const out = needed(options['out'], t)
  const folder = fromCaller(out)
  await mkdir(folder, { recursive: true })
  const payslips: { ref: string; name: string }[] = []
  await watched(weekName(week), options, t, async (onProgress) => {
    for await (const { ref, name, bytes } of walkWeekPayslips(week, onProgress)) {
      await writeFile(join(folder, name), bytes)
      payslips.push({ ref, name })
    }
  })
  return {
    json: { week: args[0], files: payslips.map(({ ref, name }) => ({ ref, file: name })) },
    text: t('cli.payslipsWritten', { count: payslips.length, path: out }),
  }
}

async function createAdmin({ t }: Call): Promise<Answer> {
  const link = siteUrl() + (await createAdminLink(Temporal.Now.instant()))
  return { json: { link }, text: t('cli.usersCreated', { link }) }
}

async function resetPassword({ args, t }: Call): Promise<Answer> {
  const link = siteUrl() + (await createResetLink(needed(args[0], t), Temporal.Now.instant()))
  return { json: { link }, text: t('cli.usersResetLink', { link }) }
}

async function withdrawFactor({ args, t }: Call): Promise<Answer> {
  const email = needed(args[0], t)
  await withdrawFactorsOf(email, Temporal.Now.instant())
  return { json: { email }, text: t('cli.usersFactorWithdrawn', { email }) }
}

/** The way out when of two people only one is left: whoever may use the machine ends the rule. */
async function endTwoPeople({ t }: Call): Promise<Answer> {
  await change('two-people.end', endRule)
  return { json: { twoPeople: false }, text: t('cli.usersOnePersonDone') }
}

async function setSecondFactor({ args, t }: Call): Promise<Answer> {
  const rule = needed(args[0], t)
  if (rule !== 'needed' && rule !== 'offered') throw new UsageError(t('cli.usersSecondFactor'))
  await change('account.set-rules', (deed) => setSecondFactorRule(deed, rule === 'needed'))
  return { json: { secondFactor: rule }, text: t(`cli.usersRule.${rule}`) }
}

/** Where the site is reached: as it is set, else where it runs on this data directory. */
function siteUrl(): string {
  return env().PUBLIC_URL ?? findRunning()?.url ?? `http://localhost:${env().PORT}`
}

async function verifyAudit({ options, t }: Call): Promise<Answer> {
  const given = readAnchor(options['anchor'], t)
  const report = await verifyChain([...(await keptAnchors()), ...(given ? [given] : [])])
  return { json: report, text: chainWords(report, t), failed: report.broken !== null }
}

/** `1234:<hash>`, as an earlier run printed it. */
function readAnchor(given: unknown, t: Translator): Anchor | null {
  if (given === undefined) return null
  const found = /^(\d{1,15}):([0-9a-f]{64})$/.exec(String(given))
  if (!found) throw new UsageError(t('cli.anchorUnreadable'))
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the pattern has the group
  return { seq: Number(found[1]), hash: found[2]! }
}

function chainWords({ events, head, broken }: ChainReport, t: Translator): string {
  if (broken) return t(`cli.auditBroken.${broken.what}`, { seq: broken.seq })
  return t('cli.auditHolds', { count: events, anchor: head ? `${head.seq}:${head.hash}` : '0' })
}

async function examine({ t }: Call): Promise<Answer> {
  const machine = await examineMachine(t)
  const room = machine.map(({ sentence }) => `! ${sentence}`)
  // Without room the database can't be joined, and may not even start: what is to be done comes first.
  if (!(await hasRoom())) return { json: { machine }, text: room.join('\n'), failed: true }
  const books = await examineBooks()
  const chain = await verifyChain(await keptAnchors())
  const identity = await checkIdentity()
  const installation = await examineInstallation(t)
  const copies = await examineBackups(t)
  const audit = { check: 'audit-chain' as const, broken: chain.broken ? 1 : 0 }
  const isWell = [...books, audit].every(({ broken }) => broken === 0) && identity.every(({ stops }) => !stops)
  const text = [
    ...books.flatMap((finding) =>
      finding.number === 11 ? [t('cli.provedElsewhere'), ...proof(finding, t)] : proof(finding, t),
    ),
    `${tick(audit.broken)} ${t('cli.checks.audit-chain')}${audit.broken ? `: ${chainWords(chain, t)}` : ''}`,
    ...copies.lines,
    ...identity.map((found) => identityWords(found, t)),
    ...installation.map(({ isWell: holds, sentence }) => `${holds ? '✓' : '!'} ${sentence}`),
    ...room,
  ]
  const json = { checks: [...books, audit], identity, machine, installation, last_backup: copies.last }
  return { json, text: text.join('\n'), failed: !isWell }
}

const tick = (broken: number) => (broken === 0 ? '✓' : '✗')

/** One invariant in words, and what breaks it. */
function proof({ number, check, broken, offenders }: Finding, t: Translator): string[] {
  const named = offenders.map(({ offender, found, wanted }) =>
    found === null || wanted === null
      ? t('cli.offender', { offender })
      : t('cli.offenderFigures', { offender, found, wanted }),
  )
  const more = broken - offenders.length
  return [
    `${tick(broken)} ${number}. ${t(`cli.checks.${check}`)}`,
    ...named,
    ...(more > 0 ? [t('cli.offendersMore', { count: more })] : []),
  ]
}

async function migrateOnly({ t }: Call): Promise<Answer> {
  await openDatabase()
  return { json: { migrated: true }, text: t('cli.migrated') }
}
