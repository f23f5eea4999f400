import { readFile } from 'node:fs/promises'
import { verifyFile } from '#features/contracts/verification/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { type Answer, type Call, needed } from './command.ts'

/** Says whether a file is a contract that was sealed here, unchanged. Fails if it is not. */
export async function verifyContract({ args, t, fromCaller }: Call): Promise<Answer> {
  const result = await verifyFile(await readFile(fromCaller(needed(args[0], t))))
  const ownSignature = 'own' in result ? ` ${t(`page.contracts.ownSignature.${result.own}`)}` : ''
  return {
    json: result,
    text: verdictWords(result, t) + ownSignature,
    failed: result.verdict !== 'valid' && result.verdict !== 'paper',
  }
}

function verdictWords(result: Awaited<ReturnType<typeof verifyFile>>, t: Call['t']): string {
  if (result.verdict === 'valid')
    return t('cli.contractVerdict.valid', { at: formatInstant(result.sealedAt, t.language), by: result.by })
  if (result.verdict === 'paper') return t('cli.contractVerdict.paper', { at: formatInstant(result.at, t.language) })
  return t(`cli.contractVerdict.${result.verdict}`)
}
