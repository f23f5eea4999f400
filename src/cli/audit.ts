import { type Anchor, type ChainReport, keptAnchors, verifyChain } from '#features/audit/audit-chain/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { type Answer, type Call, UsageError } from './command.ts'

export async function verifyAudit({ options, t }: Call): Promise<Answer> {
  const anchor = readAnchor(options['anchor'], t)
  const report = await verifyChain([...(await keptAnchors()), ...(anchor ? [anchor] : [])])
  return { json: report, text: chainWords(report, t), failed: report.broken !== null }
}

/** Reads an anchor, `1234:<hash>`, as an earlier run printed it. */
function readAnchor(option: unknown, t: Translator): Anchor | null {
  if (option === undefined) return null
  const found = /^(\d{1,15}):([0-9a-f]{64})$/.exec(String(option))
  if (!found) throw new UsageError(t('cli.anchorUnreadable'))
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the pattern has the group
  return { seq: Number(found[1]), hash: found[2]! }
}

export function chainWords({ events, erased, head, broken }: ChainReport, t: Translator): string {
  if (broken) return t(`cli.auditBroken.${broken.what}`, { seq: broken.seq })
  const holds = t('cli.auditHolds', { count: events, anchor: head ? `${head.seq}:${head.hash}` : '0' })
  return erased === 0 ? holds : `${holds}\n${t('cli.auditErased', { count: erased })}`
}
