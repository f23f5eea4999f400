import { readFile } from 'node:fs/promises'
import { verifyFile } from '#features/contracts/verification/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { type Answer, type Call, needed } from './command.ts'

export async function verifyContract({ args, t, fromCaller }: Call): Promise<Answer> {
  const told = await verifyFile(await readFile(fromCaller(needed(args[0], t))))
  const text =
    told.verdict === 'valid'
      ? t('cli.contractVerdict.valid', { at: formatInstant(told.sealedAt, t.language), by: told.by })
      : told.verdict === 'paper'
        ? t('cli.contractVerdict.paper', { at: formatInstant(told.at, t.language) })
        : t(`cli.contractVerdict.${told.verdict}`)
  const own = 'own' in told ? ` ${t(`page.contracts.ownSignature.${told.own}`)}` : ''
  return { json: told, text: text + own, failed: told.verdict !== 'valid' && told.verdict !== 'paper' }
}
