import { readFile } from 'node:fs/promises'
import { verifyFile } from '#features/contracts/verification/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { type Answer, type Call, needed } from './command.ts'

export async function verifyContract({ args, t, fromCaller }: Call): Promise<Answer> {
  const result = await verifyFile(await readFile(fromCaller(needed(args[0], t))))
  const text =
    result.verdict === 'valid'
      ? t('cli.contractVerdict.valid', { at: formatInstant(result.sealedAt, t.language), by: result.by })
      : result.verdict === 'paper'
        ? t('cli.contractVerdict.paper', { at: formatInstant(result.at, t.language) })
        : t(`cli.contractVerdict.${result.verdict}`)
  const own = 'own' in result ? ` ${t(`page.contracts.ownSignature.${result.own}`)}` : ''
  return { json: result, text: text + own, failed: result.verdict !== 'valid' && result.verdict !== 'paper' }
}
