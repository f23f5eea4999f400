import { keptAnchors, verifyChain } from '#features/audit/audit-chain/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import type { Finding } from '#features/system/invariants/schema.ts'
import { checkIdentity } from '#integrations/identity/self-check.ts'
import type { Translator } from '#messages/catalogue.ts'
import { chainWords } from './audit.ts'
import { examineBackups } from './backups.ts'
import type { Answer, Call } from './command.ts'
import { identityWords } from './identity-words.ts'
import { examineInstallation } from './installation.ts'
import { examineMachine, hasRoom } from './machine.ts'

export async function runDoctor({ t }: Call): Promise<Answer> {
  const machine = await examineMachine(t)
  const room = machine.map(({ sentence }) => `! ${sentence}`)
  // Without room on the disk the database can't be joined, and may not even start: say first what to do about that.
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

/** Describes one invariant, and the records that break it. */
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
